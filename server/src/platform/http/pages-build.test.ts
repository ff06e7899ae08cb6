import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensurePagesBuilt } from './pages-build.ts';

let root: string;
let builds: number;
const log = { info: () => undefined };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vialproof-pages-'));
  builds = 0;
  await Promise.all(
    ['web/app', 'contract/src', 'science/src'].map((folder) =>
      mkdir(join(root, folder), { recursive: true }),
    ),
  );
  await Promise.all(
    ['package-lock.json', 'tsconfig.base.json'].map((file) => writeFile(join(root, file), '{}')),
  );
  await writeFile(source(), 'first');
});

afterEach(() => rm(root, { recursive: true, force: true }));

test('the pages are built once, and again when a source file changes', async () => {
  await ensure();
  await ensure();
  expect(builds).toBe(1);
  await writeFile(source(), 'second');
  await ensure();
  expect(builds).toBe(2);
  expect(await served()).toBe('second');
});

test('the pages are built once when two processes ask at the same time', async () => {
  await Promise.all([ensure(), ensure()]);
  expect(builds).toBe(1);
});

test('if a build fails, the previous pages stay, and do not count as current', async () => {
  await ensure();
  await writeFile(source(), 'broken');
  const failing = async () => ({ succeeded: false, output: 'unexpected token in root.tsx' });
  await expect(ensurePagesBuilt({ log, root, build: failing })).rejects.toThrow(
    /could not be built.*unexpected token/s,
  );
  expect(await served()).toBe('first');
  await ensure();
  expect(await served()).toBe('broken');
});

test('an interrupted build does not count as built', async () => {
  const interrupted = async (_web: string, draft: string) => {
    await mkdir(join(draft, 'client'), { recursive: true });
    throw new Error('killed');
  };
  await expect(ensurePagesBuilt({ log, root, build: interrupted })).rejects.toThrow('killed');
  await ensure();
  expect(await served()).toBe('first');
  expect((await readdir(join(root, 'web/build'))).sort()).toEqual(['.sources', 'client', 'server']);
});

test('a build reports that the disk is full', async () => {
  const full = async () => ({ succeeded: false, output: 'Error: ENOSPC: no space left on device, write' });
  await expect(ensurePagesBuilt({ log, root, build: full })).rejects.toThrow(/the disk is full/);
});

function ensure(): Promise<void> {
  return ensurePagesBuilt({ log, root, build: copySource });
}

/** Copies the sources instead of building them. */
async function copySource(_web: string, draft: string) {
  builds += 1;
  for (const part of ['client', 'server']) {
    await mkdir(join(draft, part), { recursive: true });
    await writeFile(join(draft, part, 'page.js'), await readFile(source()));
  }
  return { succeeded: true, output: '' };
}

function source(): string {
  return join(root, 'web/app/root.tsx');
}

function served(): Promise<string> {
  return readFile(join(root, 'web/build/server/page.js'), 'utf8');
}
