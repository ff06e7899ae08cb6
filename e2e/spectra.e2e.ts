import { DEMO_PASSWORD } from './people.ts';
import { call, receivedSample, tokenOf } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, origin, test } from './site.ts';
import { expectSound, expectSoundEverywhere } from './sound.ts';

const IDENTITY = {
  analyte: 'Identity',
  method: 'LC-MS, average mass',
  value: 1419.5,
  unit: 'Da',
  limit: '',
  verdict: null,
  mass: { formula: 'C62H98N16O22', basis: 'average', ion: null },
  rule: { kind: 'within', of: 'mass', target: 0, tolerance: 0.5 },
};

test('an analyst’s mass spectrum passes the review, and appears on the page of the test and on its certificate', async ({
  page,
}) => {
  const task = await receivedSample(page.request, 'public');
  const analyst = await tokenOf(page.request, 'analyst@demo.test');
  const { data } = await call<{ data: { request: { id: string } } }>(
    page.request,
    ['PUT', `/api/lab/requests/${task}/result`],
    analyst,
    { title: 'BPC-157', summary: '', measurements: [IDENTITY], version: 0 },
  );
  const id = data.request.id;

  await openAs(page, 'analyst@demo.test', `/lab/requests/${task}`);
  const row = page.getByRole('group', { name: 'Measurement 1' });
  await row.getByRole('button', { name: 'Details' }).click();
  const file = row.locator('input[type=file]');
  const give = (text: string) =>
    file.setInputFiles({ name: 'spectrum.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await give('Dear colleague');
  await expect(row.getByText('This is no spectrum')).toBeVisible();
  await give(`m/z;intensity\n200,5;50\n710,7766;1000\n1420,5459;250\n1500,${task};3\n`);
  const shown = row.getByRole('region', { name: 'Mass spectrum, Identity' });
  await expect(shown.getByRole('row', { name: /M\+2H/ })).toContainText('710.777');
  await expect(shown.getByRole('row', { name: /M\+3H/ })).toContainText('not found');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await page.reload();
  await row.getByRole('button', { name: 'Details' }).click();
  await expect(shown).toBeVisible();
  await expectSound(page);

  await call(page.request, ['POST', `/api/lab/requests/${id}/submit`], analyst, {
    password: DEMO_PASSWORD,
    meaning: 'measured',
  });
  await openAs(page, 'reviewer@demo.test', `/lab/requests/${task}`);
  await expect(page.getByRole('region', { name: 'Mass spectrum, Identity' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Timeline' }).click();
  await expect(page.getByText('Spectrum uploaded').first()).toBeVisible();
  await expectSoundEverywhere(page);

  const reviewer = await tokenOf(page.request, 'reviewer@demo.test');
  await call(page.request, ['POST', `/api/lab/requests/${id}/publish`], reviewer, {
    password: DEMO_PASSWORD,
    meaning: 'released',
  });
  // Everybody reads the public page.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/tests/${id}`);
  const published = page.getByRole('region', { name: 'Mass spectrum, Identity' });
  await expect(published.getByRole('img', { name: /\[M\+2H\]2\+ found at 710\.777/ })).toBeVisible();
  await expectSound(page, '/tests/:id');
  const certificate = await page.request.get(`${origin()}/api/tests/${id}/certificate`);
  expect(certificate.ok()).toBe(true);
});
