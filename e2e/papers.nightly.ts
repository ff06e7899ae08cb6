import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { isInstalled, PROGRAMS, saveAgain } from '../scripts/resaved.ts';
import { demoSession } from './sessions.ts';
import { expect, origin, test } from './site.ts';
import { dataOf, type Listed, open, ownTests } from './site-pages.ts';

// Drops all certificates of the demo data on /verify after other programs have saved them again unchanged. The page
// must not call any of them altered.

type Issued = { id: string; task: number; revision: number; token?: string };

/**
 * The certificates of public tests, and those of the demo customer, who has opened the values to readers with the key.
 */
async function issued(page: Page): Promise<Issued[]> {
  const tests = await dataOf<Listed[]>(page, '/tests?limit=100');
  const shown = tests.filter(({ status, visibility }) => status === 'complete' && visibility === 'public');
  const certificates: Issued[] = [];
  for (const { request_id: id, task_number: task } of shown) {
    const { certificates: all } = await dataOf<{
      certificates: { revision: number; is_available: boolean }[];
    }>(page, `/tests/${id}`);
    for (const { revision, is_available } of all) if (is_available) certificates.push({ id, task, revision });
  }
  const { tests: hidden, token } = await ownTests(page, 'private');
  for (const { request, certificates: all } of hidden) {
    const headers = { authorization: `Bearer ${token}` };
    const path = `${origin()}/api/me/tests/${request.id}/disclosure`;
    expect((await page.request.put(path, { headers, data: { open: true } })).ok()).toBe(true);
    for (const { revision, state } of all)
      if (state !== 'retracted')
        certificates.push({ id: request.id, task: request.task_number, revision, token });
  }
  return certificates;
}

test('a certificate that another program has saved again still equals its record in every line', async ({
  page,
}) => {
  test.setTimeout(25 * 60_000);
  const programs = PROGRAMS.filter(isInstalled);
  for (const program of PROGRAMS)
    if (!programs.includes(program)) console.log(`${program} is not on this machine: not tried`);
  expect(programs).not.toEqual([]);
  await demoSession(page.request, 'customer@demo.test');
  const all = await issued(page);
  expect(all.length).toBeGreaterThan(55);
  await open(page, '/verify');
  const scratch = await mkdtemp(join(tmpdir(), 'papers-'));
  const file = page.getByRole('region', { name: 'The file', exact: true }).last();
  const accused: string[] = [];
  for (const [place, { id, task, revision, token }] of all.entries()) {
    const number = `VP-${task}-R${revision}`;
    // Each call has its own client address, because the server limits them per minute and address.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.9.${Math.floor(place / 250)}.${place % 250}` });
    const answer = await page.request.get(`${origin()}/api/tests/${id}/certificate?revision=${revision}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const [from, to] = [join(scratch, 'issued.pdf'), join(scratch, 'again.pdf')];
    await writeFile(from, await answer.body());
    for (const program of programs) {
      saveAgain(program, from, to);
      const name = `${number}.${program}.pdf`;
      await page
        .getByLabel('Photo, screenshot or PDF')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: await readFile(to) });
      await expect(file).toContainText(name);
      await expect(file).toContainText(
        /certificate VP-|proves nothing|is not shown here|that it names was never issued|Its text names no/,
      );
      const said = await file.innerText();
      const isSame =
        said.includes(`No line that could be compared with certificate ${number} differs.`) &&
        !/Not found in your PDF|proves nothing/.test(said);
      if (!isSame) accused.push(`${name}: ${said.slice(0, 600)}`);
    }
  }
  await rm(scratch, { recursive: true });
  console.log(`${all.length} certificates, each saved again by ${programs.join(', ')}`);
  expect(accused).toEqual([]);
});
