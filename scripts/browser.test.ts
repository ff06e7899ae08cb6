import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { unpack } from './browser.ts';

test('unpacking the browser does not change TMPDIR for other programs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vialproof-browser-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Two empty blocks are a complete, empty tar file.
  const contents = { chromium: 'a browser', 'al2023.tar': '\0'.repeat(1024), 'fonts.tar': '\0'.repeat(1024) };
  for (const [name, content] of Object.entries(contents))
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
  const before = process.env.TMPDIR;
  const seen = new Set<string | undefined>();
  const unpacked = join(folder, 'unpacked');
  let isDone = false;
  const work = unpack(folder, unpacked).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    // Shows whether a program that starts now would get this variable.
    seen.add(process.env.TMPDIR);
    await turn();
  }
  await work;
  expect([...seen]).toEqual([before]);
  expect(await readFile(join(unpacked, 'chromium'), 'utf8')).toBe('a browser');
});
