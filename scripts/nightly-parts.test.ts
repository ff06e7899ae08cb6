import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journeyFiles, listOfParts, PARTS, type Part, propertyFiles } from './nightly-parts.ts';
import { root } from './run.ts';

test('each nightly part runs at least one test, and takes less than half an hour', async () => {
  for (const [name, { minutes, purpose, work }] of Object.entries(PARTS)) {
    expect([name, minutes], 'measured minutes').toEqual([name, Math.min(minutes, 30)]);
    expect(listOfParts()).toContain(purpose);
    const size = await sizeOf(work);
    expect([name, size], 'what it runs').toEqual([name, Math.max(size, 1)]);
  }
});

async function sizeOf(work: Part['work']): Promise<number> {
  if (work.of === 'faults') return work.kills * work.kinds.length;
  if (work.of === 'supply' || work.of === 'cluster') return 1;
  return work.of === 'bench' ? work.sections.length : (await work.files()).length;
}

test('every benchmark section that a nightly part names exists', async () => {
  const files = await readdir(join(root, 'bench/sections'));
  const sections = Object.values(PARTS).flatMap(({ work }) => (work.of === 'bench' ? work.sections : []));
  expect(files).toEqual(expect.arrayContaining(sections.map((name) => `${name}.ts`)));
});

test('the nightly parts name exactly the journeys that npm test leaves out, and only files that exist', async () => {
  const parts = await Promise.all(
    Object.values(PARTS).map(({ work }) => (work.of === 'playwright' ? work.files() : [])),
  );
  const isLeftOut = (file: string) => file.endsWith('.nightly.ts');
  expect(parts.flat().filter(isLeftOut).sort()).toEqual((await journeyFiles()).sort());
  const all = (await readdir(join(root, 'e2e'))).map((name) => `e2e/${name}`);
  expect(all).toEqual(expect.arrayContaining(parts.flat()));
});

test('the nightly part finds each file of which npm test tries only a quarter of the cases, and no such file fixes a seed', async () => {
  const files = await propertyFiles();
  const named = await readdir(join(root, 'server/src'), { recursive: true });
  const properties = named.filter((name) => /\.property\.(api\.)?test\.ts$/.test(name));
  expect(files).toEqual(expect.arrayContaining(properties.map((name) => `server/src/${name}`)));
  expect(properties.length).toBeGreaterThan(0);
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8');
    expect([file, /numRuns:.*cases\([\d_]+\)/.test(text)]).toEqual([file, true]);
    expect([file, /\bseed: *\d/.test(text)]).toEqual([file, false]);
  }
});
