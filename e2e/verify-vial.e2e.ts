import type { Page } from '@playwright/test';
import { gs1CodeOf, photoOf } from './pictures.ts';
import { expect, test } from './site.ts';
import { keyOf, listed, main, open } from './site-pages.ts';
import { expectSound } from './sound.ts';

// "Compare your vial's batch": the page compares the batch on the reader's vial with the batch of a public certificate.

const vial = (page: Page) => page.getByRole('region', { name: 'What does your vial say?' });
const box = (page: Page) => vial(page).getByLabel('Batch of your vial');

/** Opens /verify with the answer for a public test. Returns the batch of this test. */
async function openAnswer(page: Page): Promise<string> {
  const { task, key } = await keyOf(page, 'public');
  const { batch_code } = await listed(page, Number(task));
  if (!batch_code) throw new Error(`task ${task} names no batch`);
  await open(page, `/verify#task=${task}&key=${key}`);
  await main(page).getByText('Compare your vial’s batch').click();
  await expect(vial(page)).toBeVisible();
  return batch_code;
}

test('the page says whether a typed batch is that of the record, is similar, or differs', async ({
  page,
}) => {
  const batch = await openAnswer(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await box(page).fill(` ${batch} `);
  await page.keyboard.press('Enter');
  await expect(vial(page)).toContainText('The same batch.');
  await expectSound(page);

  await box(page).fill(batch.toLowerCase().replaceAll('0', 'O').replaceAll('-', ' '));
  // The page no longer shows the answer for the earlier input.
  await expect(vial(page)).not.toContainText('The same batch.');
  await page.keyboard.press('Enter');
  await expect(vial(page)).toContainText('It looks alike, and is not the same.');
  await expect(vial(page).getByRole('definition')).toHaveCount(2);
  await expect(vial(page).getByRole('definition').last()).toHaveText(batch);
  await expect(vial(page).locator('mark').first()).toBeVisible();
  await expectSound(page);

  for (const other of [
    'another one',
    'Pneumonoultramicroscopicsilicovolcanoconiosispolypeptidehydra',
    'ببتيد',
  ]) {
    await box(page).fill(other);
    await vial(page).getByRole('button', { name: 'Compare' }).click();
    await expect(vial(page)).toContainText('This certificate says nothing about your vial.');
    await expect(vial(page).getByRole('definition').first()).toHaveText(other);
    await expectSound(page);
  }
  await box(page).fill('');
  await vial(page).getByRole('button', { name: 'Compare' }).click();
  await expect(box(page)).toBeFocused();
  expect(sent.filter((url) => url.includes('compare'))).toEqual([]);
});

test('the page finds the batch in a code with GS1 elements or a GS1 link, or says that the code has no batch', async ({
  page,
}) => {
  const batch = await openAnswer(page);
  const give = (buffer: Buffer) =>
    vial(page)
      .getByLabel('From a picture')
      .setInputFiles({ name: 'vial.jpg', mimeType: 'image/jpeg', buffer });
  for (const symbol of ['datamatrix', 'code128'] as const) {
    await give(await gs1CodeOf(symbol, `(01)09501101530003(10)${batch}`));
    await expect(box(page)).toHaveValue(batch);
    await expect(vial(page)).toContainText('The same batch.');
    await box(page).fill('');
  }
  await give(await photoOf(`https://id.gs1.org/01/09501101530003/10/${encodeURIComponent(batch)}x`));
  await expect(box(page)).toHaveValue(`${batch}x`);
  await expect(vial(page)).toContainText('This certificate says nothing about your vial.');
  await give(await photoOf('https://maker.example/'));
  await expect(vial(page)).toContainText('The code names no batch.');
  await expect(box(page)).toBeFocused();
  await box(page).fill(`https://id.gs1.org/01/09501101530003/10/${encodeURIComponent(batch)}`);
  await page.keyboard.press('Enter');
  await expect(vial(page)).toContainText('The same batch.');
  await expect(main(page)).not.toContainText('This code leads to');
});
