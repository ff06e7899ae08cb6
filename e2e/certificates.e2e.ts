import { createHash } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { forger } from '../server/src/testing/forger.ts';
import { expect, origin, test } from './site.ts';
import { keyOf, listed, ownTests } from './site-pages.ts';
import { expectSound } from './sound.ts';

// A reader drops a certificate on /verify to check it, and stores a proof that works without the laboratory.

type Handed = { pdf: Buffer; task: string; proof: Buffer; keys: Buffer };

async function handed(page: Page): Promise<Handed> {
  const get = async (path: string) => {
    const answer = await page.request.get(origin() + path);
    expect(answer.ok(), path).toBe(true);
    return answer;
  };
  // Other tests publish results and replace them, but not those of the demo's customer.
  const { task } = await keyOf(page, 'public');
  const { request_id: id } = await listed(page, Number(task));
  const path = `/api/tests/${id}/certificate`;
  return {
    task,
    pdf: await (await get(path)).body(),
    proof: await (await get(`${path}/proof`)).body(),
    keys: await (await get('/api/log/keys')).body(),
  };
}

/** The files of the first result of a public test, which a later result has replaced. */
async function replacedOne(page: Page) {
  const { tests } = await ownTests(page, 'public');
  const found = tests.find(({ certificates }) =>
    certificates.some(({ revision, state }) => revision === 1 && state === 'superseded'),
  );
  const get = async (path: string) => (await page.request.get(origin() + path)).body();
  const path = `/api/tests/${found?.request.id}/certificate`;
  return {
    pdf: await get(`${path}?revision=1`),
    proof: await get(`${path}/proof?revision=1`),
    keys: await get('/api/log/keys'),
  };
}

const asPdf = (buffer: Buffer, name = 'coa.pdf') => ({ name, mimeType: 'application/pdf', buffer });
const answer = (page: Page) => page.getByRole('region', { name: 'The file' });
const fact = (page: Page, question: string) =>
  answer(page).getByRole('listitem').filter({ hasText: question });

test('the browser checks the file of a certificate and never sends it to the server', async ({ page }) => {
  const { pdf, task } = await handed(page);
  const sent: Request[] = [];
  page.on('request', (request) => sent.push(request));
  await page.goto('/verify');
  const input = page.getByLabel('Photo, screenshot or PDF');

  await input.setInputFiles(asPdf(pdf));
  await expect(answer(page).getByRole('heading', { level: 2 })).toHaveText('A genuine, current certificate');
  for (const question of [
    'Signed by the laboratory?',
    'Every byte unchanged?',
    'In the public log?',
    'Still standing?',
  ])
    await expect(fact(page, question)).toContainText('Yes');
  await answer(page).getByText('Details', { exact: true }).click();
  await expect(answer(page).getByRole('definition').first()).toHaveText(task);
  await expectSound(page);

  const flipped = Buffer.from(pdf);
  flipped[8000] = (flipped[8000] ?? 0) ^ 1;
  await input.setInputFiles(asPdf(flipped, 'flipped.pdf'));
  await expect(answer(page).getByRole('heading', { level: 2 })).toHaveText(
    'Not a certificate as the laboratory issued it',
  );
  await expect(fact(page, 'Every byte unchanged?')).toContainText(
    'The file was changed after it was signed.',
  );
  await expect(fact(page, 'In the public log?')).toContainText('No');
  await expectSound(page);

  await input.setInputFiles(asPdf(Buffer.concat([pdf, Buffer.from('\n% more\n')]), 'longer.pdf'));
  await expect(fact(page, 'Every byte unchanged?')).toContainText('8 bytes were added');
  await input.setInputFiles(asPdf(Buffer.from('a picture'), 'not-a.pdf'));
  await expect(fact(page, 'Signed by the laboratory?')).toContainText('This is not a PDF file.');

  expect(sent.filter((request) => request.method() !== 'GET').map((request) => request.url())).toEqual([]);
  expect(sent.every((request) => request.postDataBuffer() === null)).toBe(true);
});

test('a reader verifies a dropped certificate and its stored proof without the laboratory’s server', async ({
  page,
  context,
}) => {
  const { pdf, keys } = await handed(page);
  await page.goto('/verify');
  const transfer = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'dropped.pdf'));
    return data;
  }, pdf.toString('base64'));
  await page.getByText('Photo, screenshot or PDF').dispatchEvent('drop', { dataTransfer: transfer });
  await expect(answer(page).getByRole('heading', { level: 2 })).toHaveText('A genuine, current certificate');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Keep its proof' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('dropped.tlog-proof');
  const path = await download.path();

  await page.goto('/transparency');
  const input = page.locator('input[type=file]');
  // The code that checks a file loads when its part of the page becomes visible.
  const needed = ['pdf-answer', '/api/log/keys'].map((name) =>
    page.waitForEvent('requestfinished', (request) => request.url().includes(name)),
  );
  await input.locator('..').scrollIntoViewIfNeeded();
  await Promise.all(needed);
  await context.setOffline(true);
  await input.setInputFiles(asPdf(pdf));
  await input.setInputFiles(path);
  await expect(answer(page)).toBeHidden();
  await input.setInputFiles({ name: 'keys.txt', mimeType: 'text/plain', buffer: keys });
  await expect(answer(page).getByRole('heading', { level: 2 })).toHaveText(
    'A genuine certificate, as it was issued',
  );
  await expect(fact(page, 'Still standing?')).toContainText('Not known');
  await expectSound(page);

  const flipped = Buffer.from(pdf);
  flipped[8000] = (flipped[8000] ?? 0) ^ 1;
  await input.setInputFiles([
    asPdf(flipped),
    { name: 'notes.md', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ]);
  await expect(answer(page).getByRole('heading', { level: 2 })).toHaveText(
    'Not a certificate as the laboratory issued it',
  );
  await expect(page.getByText('Not one of the three files: notes.md.')).toBeVisible();
  await context.setOffline(false);
});

test('each of the three files of a replaced certificate shows that it was replaced, and only a hash is sent', async ({
  page,
}) => {
  const { pdf, proof, keys } = await replacedOne(page);
  await page.goto('/transparency');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page
    .locator('input[type=file]')
    .setInputFiles([
      asPdf(pdf),
      { name: 'coa.tlog-proof', mimeType: 'text/plain', buffer: proof },
      { name: 'keys.txt', mimeType: 'text/plain', buffer: keys },
    ]);
  await expect(answer(page).getByRole('heading', { level: 2 })).toHaveText(
    'A genuine certificate, replaced by a newer one',
  );
  await expect(fact(page, 'Still standing?')).toContainText('No');
  await expect(fact(page, 'Still standing?')).toContainText('A newer revision has replaced it.');
  for (const question of ['Signed by the laboratory?', 'Every byte unchanged?', 'In the public log?'])
    await expect(fact(page, question)).toContainText('Yes');
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  expect(sent.filter((each) => each.includes('/api/certificates/'))).toEqual([
    `GET /api/certificates/${sha256}`,
  ]);
  expect(sent.filter((each) => !each.startsWith('GET '))).toEqual([]);
  await expectSound(page);
});

test('the page refuses a file of public keys that a forger made', async ({ page }) => {
  const { pdf, proof, keys } = await handed(page);
  const attacker = await forger();
  const forged = attacker.forge(new Date('2026-11-10T10:30:00Z'));
  await page.goto('/transparency');
  const input = page.locator('input[type=file]');
  const asText = (name: string, text: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });
  const files = [
    { text: attacker.keys, beside: 'Do not trust this file of keys: it is not the laboratory’s' },
    // Keys that a forger appends to the genuine file change nothing.
    { text: `${keys}\n${attacker.keys}`, beside: 'A genuine, current certificate' },
  ];
  for (const { text, beside } of files) {
    await input.setInputFiles([
      asPdf(Buffer.from(forged.pdf)),
      asText('coa.tlog-proof', forged.proof),
      asText('keys.txt', text),
    ]);
    await expect(answer(page).getByRole('heading', { level: 2 })).toHaveText(
      'Not a certificate as the laboratory issued it',
    );
    await expect(fact(page, 'The laboratory’s keys?')).toContainText('No');
    await expect(fact(page, 'In the public log?')).toContainText('not signed by the laboratory’s log');
    await expectSound(page);
    await input.setInputFiles([asPdf(pdf), asText('coa.tlog-proof', String(proof))]);
    await expect(answer(page).getByRole('heading', { level: 2 })).toHaveText(beside);
    await expect(fact(page, 'The laboratory’s keys?')).toContainText('No');
  }
  await input.setInputFiles(asText('keys.txt', String(keys)));
  await expect(answer(page).getByRole('heading', { level: 2 })).toHaveText('A genuine, current certificate');
  await input.setInputFiles(asPdf(Buffer.concat([Buffer.from('<html>'), pdf])));
  await expect(fact(page, 'Every byte unchanged?')).toContainText('There are 6 bytes before the PDF begins.');
  // The page shows the same key fingerprints as the API and the command.
  await page.getByText('Watch the log', { exact: true }).click();
  const { data } = await (await page.request.get(`${origin()}/api/log`)).json();
  for (const each of [...data.fingerprints.authorities, ...data.fingerprints.log_keys])
    await expect(page.getByText(each)).toBeVisible();
});

test('the page of the public log shows the signed state of the log and its newest entries', async ({
  page,
}) => {
  await page.goto('/transparency');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public log');
  const head = await (await page.request.get(`${origin()}/checkpoint`)).text();
  const [, size = '', root = ''] = head.split('\n');
  await page.getByText('Watch the log', { exact: true }).click();
  await expect(page.getByRole('main').getByText(root)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(Number(size).toLocaleString('en'));
  await expect(page.getByRole('table', { name: 'The newest entries' })).toBeVisible();
  await page.getByText('Earlier entries', { exact: true }).first().click();
  const tables = page.getByRole('table', { name: /^The newest entries$|^Earlier entries$/ });
  await expect(tables.filter({ hasText: 'Issued, revision 1' }).first()).toBeVisible();
  const kept = page.getByLabel('A state of the log that you saved');
  await kept.fill(head);
  await page.getByRole('button', { name: 'Check it' }).click();
  await expect(page.getByText(`begins with the ${Number(size).toLocaleString('en')} entries`)).toBeVisible();
  await kept.fill(head.replace(root.slice(0, 4), root.startsWith('AAAA') ? 'BBBB' : 'AAAA'));
  await page.getByRole('button', { name: 'Check it' }).click();
  await expect(page.getByText('The log has not signed this text.')).toBeVisible();
  await expectSound(page);
});
