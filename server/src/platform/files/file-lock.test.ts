import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning, withFileLock } from './file-lock.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialproof-lock-'));
  file = join(folder, 'lock');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('a file lock admits one process at a time, and leaves no files', async () => {
  let inside = 0;
  const most: number[] = [];
  const work = () =>
    withFileLock(file, async () => {
      inside += 1;
      most.push(inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    });
  await Promise.all([work(), work(), work(), work()]);
  expect(most).toEqual([1, 1, 1, 1]);
  expect(await readdir(folder)).toEqual([]);
});

test('a file lock is free again if the work with it fails', async () => {
  await expect(withFileLock(file, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await withFileLock(file, async () => 'done')).toBe('done');
});

test('a file lock of a process that has ended can be taken, even if another process has its id now', async () => {
  // This process id is larger than any id in Linux, so no process has it.
  await writeFile(file, '4194999 100 somebody');
  expect(await withFileLock(file, async () => 'first')).toBe('first');
  await writeFile(file, `${process.pid} 1 somebody`);
  expect(await withFileLock(file, async () => 'second')).toBe('second');
});

test('isRunning returns true for a running process, and false for an ended one', () => {
  expect([process.pid, 4_194_999, 0, Number.NaN].map(isRunning)).toEqual([true, false, false, false]);
});
