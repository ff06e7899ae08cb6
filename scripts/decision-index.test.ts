import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';

const folder = join(root, 'docs/decisions');

test('the index of decision records lists each record with title and status, and replaced records lie in their folder', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\d{4}-[^/]+\.md$/.test(file));
  const records = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      const [, number, title] = /^# (\d{4}): (.*)/.exec(text) ?? [];
      const status = /Status:\s+(.*?)\.(?:\s|$)/s.exec(text)?.[1]?.replace(/\s+/g, ' ') ?? 'no status';
      // A second part of the status says that something in the record is still valid.
      const isSuperseded = status.startsWith('superseded') && !status.includes(';');
      expect(file.startsWith('superseded/'), `${file}: ${status}`).toBe(isSuperseded);
      return { number, line: `- [${number}](${file}) ${title}: ${status}` };
    }),
  );
  records.sort((one, other) => String(one.number).localeCompare(String(other.number)));
  const index = await readFile(join(folder, 'README.md'), 'utf8');
  expect(index.split('\n').filter((line) => line.startsWith('- '))).toEqual(records.map(({ line }) => line));
});
