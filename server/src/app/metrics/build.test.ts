import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { scratchDirectory } from '../../testing/scratch.ts';
import { readBuild } from './build.ts';

/** A folder with a package.json, as the root of a release. */
async function release() {
  const folder = await scratchDirectory('release');
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'package.json'), '{"version":"1.2.3"}');
  return { folder, root: pathToFileURL(`${folder}/`) };
}

test('a build knows its commit by BUILD_COMMIT, or by the Git checkout, and is unknown without both', async () => {
  const { folder, root } = await release();
  expect(await readBuild(undefined, root)).toEqual({ version: '1.2.3', commit: 'unknown' });
  const git = (...words: string[]) =>
    spawnSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.test', ...words], {
      encoding: 'utf8',
    }).stdout.trim();
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'one');
  const commit = git('rev-parse', 'HEAD');
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(await readBuild(undefined, root)).toEqual({ version: '1.2.3', commit: commit.slice(0, 12) });
  const given = '0123456789abcdef0123456789abcdef01234567';
  expect(await readBuild(given, root)).toEqual({ version: '1.2.3', commit: '0123456789ab' });
});
