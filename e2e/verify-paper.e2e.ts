import type { Page } from '@playwright/test';
import { photoOf } from './pictures.ts';
import { expect, origin, test } from './site.ts';
import { dataOf, keyOf, main, open, ownTests, signInDemo } from './site-pages.ts';
import { expectSound, expectSoundEverywhere } from './sound.ts';

// A reader compares a paper with the record of its certificate: an edited paper, a replaced one, one with another code,
// a private one, and a PDF that was never issued.

const telephone = { width: 360, height: 740 };
const result = (page: Page) => page.getByRole('region', { name: 'Verification' });
const title = (page: Page) => result(page).getByRole('heading', { level: 2 });

type Printed = { analyte: string; value: string; unit: string };
type Verified = { values: Printed[] | null; batch_code: string | null; manufacturer: string | null };
const verified = (page: Page, { task, key }: { task: string; key: string }, revision = 1) =>
  dataOf<Verified & { revision: { c: string | null } }>(
    page,
    `/tests/verify?taskNumber=${task}&uniqueKey=${key}&revision=${revision}`,
  );

const scan = async (page: Page, { task, key }: { task: string; key: string }, more: string) => {
  const { brand } = await dataOf<{ brand: { url: string } }>(page, '/config');
  const photo = await photoOf(`${brand.url}/verify#task=${task}&key=${key}${more}`);
  await page
    .getByLabel('Photo, screenshot or PDF')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
};

test('a paper is reported as altered for the code of another result and for a line that differs, and as replaced at first', async ({
  page,
}) => {
  const shown = await keyOf(page, 'public');
  const { values, revision } = await verified(page, shown);
  await open(page, '/verify');
  await scan(page, shown, '&revision=1&c=0123456789abcdef');
  await expect(title(page)).toHaveText('The code is not the certificate’s');
  await expect(result(page)).toContainText('This paper was altered.');
  await expect(result(page)).not.toContainText('Verified');
  await expectSound(page);

  // A replaced paper is first reported as replaced, on the screen and for the keyboard.
  const replaced = await keyOf(page, 'public', ({ certificates }) =>
    certificates.some(({ revision, state }) => revision === 1 && state === 'superseded'),
  );
  await page.setViewportSize(telephone);
  await scan(page, replaced, '&revision=1');
  await expect(title(page)).toHaveText('Revision 1 was replaced');
  await expect(title(page)).toBeInViewport();
  await expect(result(page)).toContainText(/replaced by a newer revision on .* Do not rely on its figures/);
  await expect(result(page)).toContainText(/Reason: .+Revision \d+ is the current one/);
  await expect(result(page)).not.toContainText('Verified');
  await expectSoundEverywhere(page);

  await scan(page, shown, `&revision=1&c=${revision.c}`);
  await expect(title(page)).toHaveText('Verified (Public)');
  await expect(title(page)).toBeInViewport();
  const [first] = values ?? [];
  if (!first) throw new Error('the test has no values');
  const ofAnalyte = result(page).getByRole('definition').filter({ hasText: first.value });
  await expect(ofAnalyte.first()).toBeInViewport();
  await expectSoundEverywhere(page);
  await result(page).getByRole('button', { name: 'Yes, in every line' }).press('Enter');
  await expect(result(page).getByRole('status').first()).toContainText('what the record says');
  await result(page).getByRole('button', { name: 'No', exact: true }).press('Enter');
  const said = result(page).getByRole('status').first();
  await expect(said).toContainText('This paper was altered.');
  await expect(said).not.toContainText('what the record says.');
  await said.getByRole('button', { name: first.analyte }).click();
  await expect(said).toContainText(`record in: ${first.analyte}`);
  await expect(said.getByRole('link', { name: 'Report it to the laboratory' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:.*VP-${shown.task}-R1`),
  );
  await expectSound(page);
});

test('the server compares a private paper line by line, and the page shows nothing of the record', async ({
  page,
}) => {
  const hidden = await keyOf(page, 'private');
  await page.setViewportSize(telephone);
  await open(page, `/verify#task=${hidden.task}&key=${hidden.key}&revision=1`);
  await expect(title(page)).toHaveText('Verified (Private). Limited summary only.');
  const form = result(page).getByRole('region', { name: 'What does your paper say?' });
  await form.getByRole('button', { name: 'Compare' }).click();
  await expect(form).toContainText('Type at least one line of your paper.');
  await expect(form.getByLabel('Purity')).toBeFocused();
  await form.getByLabel('Purity').fill('12.3 ± 0.1 %');
  await form.getByLabel('Batch').fill('Pneumonoultramicroscopicsilicovolcanoconiosispolypeptidehydra');
  await form.getByLabel('Maker').fill('ببتيد تجريبي');
  await page.keyboard.press('Enter');
  const said = form.getByRole('status');
  await expect(said).toContainText('This paper was altered.');
  await expect(said.getByRole('listitem').filter({ hasText: 'Purity' })).toContainText(
    '12.3 ± 0.1 % Not the same.',
  );
  await expect(said.getByRole('listitem')).toHaveCount(3);
  await expectSound(page);
  // The page no longer shows the answer for the earlier input.
  await form.getByLabel('Purity').fill('12.4 ± 0.1 %');
  await expect(said).toBeEmpty();
  for (let tries = 5; tries <= 9; tries++) {
    await form.getByLabel('Purity').fill(`12.${tries} ± 0.1 %`);
    await form.getByRole('button', { name: 'Compare' }).click();
    await expect(
      tries < 9 ? said : form.getByRole('button', { name: 'Compare the whole paper' }),
    ).not.toBeEmpty();
  }
  // Above this daily limit only a whole paper can be compared.
  await expect(form).toContainText('Enough single values were compared with this certificate today.');
  await form.getByRole('button', { name: 'Compare the whole paper' }).click();
  await expect(form.getByText('Give the day on which the paper was issued.')).toBeVisible();
  await expectSound(page);
});

test('the owner of a test lets readers with the key see the values, and later hides them again', async ({
  page,
}) => {
  const { tests } = await ownTests(page, 'private');
  const own = tests.at(-1)?.request;
  if (!own) throw new Error('there is no private test');
  await signInDemo(page);
  await page.goto(`/dashboard/tests/${own.id}`);
  await main(page).getByText('Who can see it', { exact: true }).click();
  const openness = page.getByLabel('Let whoever holds the key see the values');
  // The checkbox shows the running change a moment after the click.
  await openness.click();
  await expect(openness).toBeChecked();
  await expect(main(page)).toContainText('scans the code of a certificate, sees its measurements');
  await expect(openness).toBeEnabled();
  await expectSound(page);
  const named = { task: String(own.task_number), key: own.unique_key };
  expect((await verified(page, named)).batch_code).toBe(own.batch_code);
  await openness.click();
  await expect(openness).not.toBeChecked();
  await expect(main(page)).toContainText('never the values themselves');
  expect((await verified(page, named)).values).toBeNull();
});

/** Makes a PDF of this HTML on the page `paper`, as an office program prints it. */
async function printed(paper: Page, html: string): Promise<Buffer> {
  await paper.setContent(html);
  return paper.pdf({ format: 'A4' });
}

test('a PDF that the laboratory never issued is compared with the record, and stays on the reader’s device', async ({
  page,
  context,
}) => {
  const shown = await keyOf(page, 'public');
  const { values, batch_code, manufacturer } = await verified(page, shown);
  const purity = values?.find(({ analyte }) => /purity/i.test(analyte));
  if (!purity) throw new Error('the test has no purity');
  const office = await context.newPage();
  const head = `<h1>Certificate</h1><p>VP-${shown.task}-R1</p><p>Unique key ${shown.key}</p>`;
  const paper = await printed(
    office,
    `${head}<table><tr><td>Maker</td><td>${manufacturer}</td></tr><tr><td>Batch</td><td>${batch_code}-X</td></tr>
     <tr><td>Purity</td><td>99.99 %</td></tr></table>`,
  );
  await page.setViewportSize(telephone);
  await open(page, '/verify');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.postData() !== null) sent.push(request.url());
  });
  const give = (buffer: Buffer, name = 'coa.pdf') =>
    page.getByLabel('Photo, screenshot or PDF').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await give(paper);
  const file = page.getByRole('region', { name: 'The file', exact: true }).last();
  await expect(file).toContainText('This paper was altered.');
  const differing = file.getByRole('list', { name: 'What differs' }).getByRole('listitem');
  await expect(differing).toHaveText([
    `Purity: your PDF says 99.99 %, the record says ${purity.value} ${purity.unit}.`,
    `Batch: your PDF says ${batch_code}-X, the record says ${batch_code}.`,
  ]);
  await expect(file).toContainText('The same: Maker');
  await expect(file.getByRole('heading').first()).toBeInViewport();
  await expectSound(page);

  await give(await printed(office, '<h1>Certificate of some other laboratory</h1><p>Purity: 99.9 %</p>'));
  await expect(file).toContainText('names no task number with a key of this laboratory');
  // After a verification, the page compares the same PDF with the verified certificate.
  await page.getByLabel('Task number').fill(shown.task);
  await page.getByLabel('Unique key').fill(shown.key);
  await page.keyboard.press('Enter');
  await expect(differing).toHaveText([
    `Purity: your PDF says 99.9 %, the record says ${purity.value} ${purity.unit}.`,
  ]);

  // A picture of another number covers the text of the PDF, so people see only the picture.
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const over = `<img src="data:image/png;base64,${pixel}" style="position:absolute;inset:0;width:100%;height:100%">`;
  await give(
    await printed(
      office,
      `${head}<p>Batch: ${batch_code}</p><div style="position:relative"><p>Purity: ${purity.value} ${purity.unit}</p>${over}</div>`,
    ),
  );
  await expect(file).toContainText('Text under a picture proves nothing, so those lines were not compared');
  await expect(file).toContainText('Not found in your PDF: ');
  await expect(file).toContainText('The same: Batch');
  await expect(file).not.toContainText('This paper was altered.');
  await expectSound(page);
  await give(await printed(office, `<div style="position:relative">${head}${over}</div>`));
  await expect(file).toContainText('Use what the picture shows: give the photo');

  await give(await printed(office, head.replace(`-R1`, '-R9')));
  await expect(file).toContainText('The certificate that it names was never issued.');
  await give(await printed(office, '<svg width="300" height="300"><circle cx="99" cy="99" r="90"/></svg>'));
  await expect(file).toContainText('This PDF holds only a picture: give the photo');
  // The browser sent only the form above, by a GET that this test answers.
  expect(sent.filter((url) => url.startsWith(origin()) && !url.endsWith('/verify'))).toEqual([]);
});

test('a PDF of a private record starts its verification with one request, and the answer scrolls into view', async ({
  page,
  context,
}) => {
  const hidden = await keyOf(page, 'private');
  const said = `<h1>Certificate</h1><p>VP-${hidden.task}-R1</p><p>Unique key ${hidden.key}</p>`;
  const office = await context.newPage();
  const buffer = await printed(office, said);
  await office.close();
  const file = page.getByRole('region', { name: 'The file', exact: true }).last();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/tests/verify') asked.push(pathname);
  });
  for (const viewport of [telephone, { width: 1280, height: 740 }]) {
    await page.setViewportSize(viewport);
    await open(page, '/verify');
    await page
      .getByLabel('Photo, screenshot or PDF')
      .setInputFiles({ name: 'coa.pdf', mimeType: 'application/pdf', buffer });
    const verify = file.getByRole('button', { name: `Verify ${hidden.task}, revision 1` });
    await verify.scrollIntoViewIfNeeded();
    asked.length = 0;
    await verify.press('Enter');
    await expect(title(page)).toHaveText('Verified (Private). Limited summary only.');
    await expect(file.getByText('Reading its text…')).toHaveCount(0);
    await expect(title(page)).toBeInViewport();
    await expect(page.locator(':focus').getByRole('heading', { level: 2 })).toHaveText(
      'Verified (Private). Limited summary only.',
    );
    expect(asked).toHaveLength(1);
  }
  // The address of a code, pasted at the end of the page, also scrolls the answer into view, even on a wide screen.
  const shown = await keyOf(page, 'public');
  const { brand } = await dataOf<{ brand: { url: string } }>(page, '/config');
  await page.evaluate((text) => {
    window.scrollTo(0, document.body.scrollHeight);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, `${brand.url}/verify#task=${shown.task}&key=${shown.key}`);
  await expect(title(page)).toHaveText('Verified (Public)');
  await expect(title(page)).toBeInViewport();
});

test.describe('the answer to a replaced certificate works without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the answer of the server starts with the replacement of the certificate, and then explains it', async ({
    page,
  }) => {
    const replaced = await keyOf(page, 'public', ({ certificates }) =>
      certificates.some(({ revision, state }) => revision === 1 && state === 'superseded'),
    );
    await page.goto('/verify', { waitUntil: 'commit' });
    await page.getByLabel('Task number').fill(replaced.task);
    await page.getByLabel('Unique key').fill(replaced.key);
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('Which revision does your paper name?');
    await result(page).getByRole('button', { name: 'Revision 1' }).click();
    await expect(title(page)).toHaveText('Revision 1 was replaced');
    const { values } = await verified(page, replaced);
    for (const { value } of values ?? []) await expect(result(page)).toContainText(value);
    const said = () => result(page).locator('noscript').textContent();
    expect(await said()).toContain('If one line differs, it was altered');
    await expect(result(page).getByRole('button')).toHaveCount(0);
    const hidden = await keyOf(page, 'private');
    await page.getByLabel('Task number').fill(hidden.task);
    await page.getByLabel('Unique key').fill(hidden.key);
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('Verified (Private). Limited summary only.');
    expect(await said()).toContain('Comparing your paper with them needs JavaScript');
  });
});
