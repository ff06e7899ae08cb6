import type { APIRequestContext } from '@playwright/test';
import { anotherBpcRun } from './another-run.ts';
import { DEMO_PASSWORD } from './people.ts';
import { call, receivedSample, tokenOf } from './samples.ts';
import { openAs } from './sessions.ts';
import { expect, origin, test } from './site.ts';
import { expectSound } from './sound.ts';

/** Publishes a new public result with a chromatogram. Returns its task number and id. */
async function publishedWithTrace(request: APIRequestContext) {
  const task = await receivedSample(request, 'public');
  const [analyst, reviewer] = [
    await tokenOf(request, 'analyst@demo.test'),
    await tokenOf(request, 'reviewer@demo.test'),
  ];
  const at = (step: string) => `/api/lab/requests/${task}${step}`;
  const uploaded = await request.post(origin() + at('/chromatogram'), {
    multipart: { file: anotherBpcRun(task) },
    headers: { authorization: `Bearer ${analyst}` },
  });
  expect(uploaded.status()).toBe(200);
  const { data } = await call<{
    data: { request: { id: string }; draft: { version: number; chromatogram: { purity_percent: number } } };
  }>(request, ['GET', at('')], analyst);
  const { version, chromatogram } = data.draft;
  const line = {
    analyte: 'Purity',
    method: 'RP-HPLC-UV (214 nm)',
    value: Number(chromatogram.purity_percent.toFixed(2)),
    unit: '%',
    limit: '≥ 98',
    verdict: 'pass',
  };
  await call(request, ['PUT', at('/result')], analyst, {
    title: 'BPC-157, measured',
    summary: 'Purity by area.',
    measurements: [line],
    version,
  });
  await call(request, ['POST', at('/submit')], analyst, { password: DEMO_PASSWORD, meaning: 'measured' });
  await call(request, ['POST', at('/publish')], reviewer, { password: DEMO_PASSWORD, meaning: 'released' });
  return { task, id: data.request.id };
}

test('a reader computes the purity again from an instrument’s file that reviewer and owner have made public', async ({
  page,
  browser,
}) => {
  const { task, id } = await publishedWithTrace(page.request);
  await openAs(page, 'reviewer@demo.test', `/lab/requests/${task}`);
  await page.getByRole('button', { name: 'Release the file…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Release bpc157.csv?');
  await page.getByRole('dialog').getByRole('button', { name: 'Release for good' }).click();
  await expect(page.getByText('its owner may publish the file.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Release the file…' })).toHaveCount(0);
  await expectSound(page);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openAs(page, 'second@demo.test', `/dashboard/tests/${id}`);
  await page.getByText('Who can see it', { exact: true }).click();
  await page.getByRole('button', { name: 'Publish the raw data…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish for good' }).click();
  await expect(page.getByText('Public since')).toBeVisible();
  await expectSound(page);

  await page.goto(`/tests/${id}`);
  await page.getByText('Raw data', { exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /bpc157\.csv/ }).click();
  expect((await download).suggestedFilename()).toBe('bpc157.csv');
  await page.getByRole('button', { name: 'Compute the purity again, in this browser' }).click();
  await expect(page.getByText(/Computed in this browser: \d+\.\d{3} %\. .* They agree\./)).toBeVisible();
  await expectSound(page);

  await test.step('without scripts, the link downloads the same file', async () => {
    const reviewer = await tokenOf(page.request, 'reviewer@demo.test');
    const { data } = await call<{ data: { sha256: string }[] }>(
      page.request,
      ['GET', `/api/lab/requests/${task}/injections`],
      reviewer,
    );
    const context = await browser.newContext({ javaScriptEnabled: false });
    const silent = await context.newPage();
    await silent.goto(`${origin()}/tests/${id}`);
    await silent.getByText('Raw data', { exact: true }).click();
    await expect(silent.getByRole('link', { name: /bpc157\.csv/ })).toBeVisible();
    await expect(silent.getByRole('link', { name: /bpc157\.csv/ })).toHaveAttribute(
      'href',
      `/api/tests/${id}/raw-files/${data[0]?.sha256}`,
    );
    await expect(silent.getByRole('button', { name: /Compute the purity/ })).toBeHidden();
    await context.close();
  });
});
