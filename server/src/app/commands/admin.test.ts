import { expect, it } from 'vitest';
import { call } from '../../testing/command.ts';
import { settingsOf } from '../../testing/installation.ts';
import { testApp } from '../../testing/test-app.ts';
import { admin } from './admin.ts';

it('npm run admin runs the command that its first argument names', async () => {
  const settings = settingsOf(await testApp());
  const run = (...words: string[]) => call(admin, settings, ...words);
  expect(await run('migrate')).toEqual({
    status: 0,
    said: expect.stringContaining('The database is up to date.\n'),
  });
  expect(await run('rebuild-dossiers')).toEqual({
    status: 0,
    said: expect.stringContaining('The public rows of 0 tests were made anew.\n'),
  });
  expect(await run('jobs')).toEqual({ status: 0, said: expect.stringContaining('No job has failed.\n') });
  for (const words of [[], ['help'], ['--help']])
    expect(await run(...words)).toEqual({ status: 0, said: expect.stringContaining('npm run admin') });
});

it('npm run admin prints its usage for an unknown command', async () => {
  const run = (...words: string[]) => call(admin, {}, ...words);
  for (const name of ['burn', 'toString'])
    expect(await run(name)).toEqual({
      status: 1,
      said: expect.stringContaining(`There is no command ${name}.\nUsage: npm run admin`),
    });
  for (const words of [['backup'], ['backup', 'a', 'b'], ['restore'], ['doctor', '--fast']])
    expect(await run(...words)).toEqual({
      status: 1,
      said: expect.stringContaining(`Usage: npm run admin -- ${words[0]}`),
    });
});
