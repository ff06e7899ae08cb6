import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';

/** The last requirement of levels 1 and 2 in each section of OWASP ASVS 5.0; each section counts from 1. */
const LAST_OF_SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 ' +
  '5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 ' +
  '8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 ' +
  '11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 ' +
  '15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2';
const STATES = ['met', 'part', 'not met', 'none here', 'operator'];

const numbered = (section: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`);

const required = LAST_OF_SECTIONS.split(' ').flatMap((each) => {
  const [section = '', last] = each.split(':');
  return numbered(section, 1, Number(last));
});

const page = await readFile(join(root, 'docs/security.md'), 'utf8');
/** The rows of the tables about the standard. Their first cell has requirements such as '1.2.1-3, 1.2.5'. */
const rows = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .map(([ids = '', state = '', what = '', shown = '']) => ({
    ids: ids.split(',').flatMap((range) => {
      const [, section = '', from, to = from] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range.trim()) ?? [];
      return numbered(section, Number(from), Number(to));
    }),
    state: state.trim(),
    what: what.trim(),
    shown,
  }));

test('docs/security.md judges each requirement of ASVS 5.0, levels 1 and 2, once', () => {
  expect(rows.flatMap(({ ids }) => ids)).toEqual(required);
  for (const { ids, state, what } of rows) {
    expect([ids, STATES]).toEqual([ids, expect.arrayContaining([state])]);
    expect([ids, what.length > 0]).toEqual([ids, true]);
  }
});

test('docs/security.md names a test or a file for each requirement that is met', () => {
  const unproved = rows.filter(({ state, shown }) => state === 'met' && !shown.includes('`'));
  expect(unproved.map(({ ids }) => ids)).toEqual([]);
});

test('every test and every file that docs/security.md names exists', async () => {
  const named = [...page.matchAll(/`([\w./-]+\.tsx?)`: \*([^*]+)\*/g)];
  expect(named.length).toBeGreaterThan(100);
  const missing: string[] = [];
  for (const [, file = '', name = ''] of named) {
    const path = join(root, file);
    const source = existsSync(path) ? await readFile(path, 'utf8') : '';
    // A title stands in quotes after the bracket of `it(`, `test(`, `describe(` or `each(…)(`.
    const isTitle = [...source.matchAll(/\(\s*(['"`])((?:(?!\1).)+)\1/g)].some(
      ([, , title]) => title === name,
    );
    if (!isTitle) missing.push(`${file}: ${name}`);
  }
  const files = page.matchAll(/`((?:server|contract|science|web|e2e|scripts|docs|deploy)\/[\w./-]+)`/g);
  for (const [, file = ''] of files) if (!existsSync(join(root, file))) missing.push(file);
  expect(missing).toEqual([]);
});
