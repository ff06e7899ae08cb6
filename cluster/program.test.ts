import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { scratchDirectory } from '../server/src/testing/scratch.ts';
import { Program, until } from './program.ts';

async function program(script: string): Promise<Program> {
  const directory = await scratchDirectory('program');
  const made = new Program('part', [process.execPath, '-e', script], { log: join(directory, 'part.log') });
  onTestFinished(async () => {
    await made.end();
    await rm(directory, { recursive: true, force: true });
  });
  return made;
}

it('a killed program can be started again, and one that was stopped for good cannot', async () => {
  const part = await program('setInterval(() => {}, 1000)');
  part.start();
  await part.kill();
  expect(part.hasEnded, 'a kill of the run is no end of its own').toBe(false);
  part.start();
  await part.end();
  expect(() => part.start()).toThrow('part was stopped for good');
});

it('a program that ends by itself has ended', async () => {
  const part = await program('process.exit(0)');
  part.start();
  await until('the end', async () => part.hasEnded);
});
