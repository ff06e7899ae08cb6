import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './run.ts';

let checkout: string;

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'vialproof-bootstrap-'));
  await mkdir(join(checkout, 'web'));
  await copyFile(join(root, 'bootstrap.mjs'), join(checkout, 'bootstrap.mjs'));
  await writeManifest({ tool: '1.0.0' });
  const packages = {
    '': { workspaces: ['web'], dependencies: { tool: '1.0.0' } },
    web: {},
    'node_modules/tool': { version: '1.0.0' },
    'node_modules/tool-elsewhere': { version: '1.0.0', optional: true },
  };
  await writeFile(join(checkout, 'package-lock.json'), JSON.stringify({ packages }));
});

afterEach(() => rm(checkout, { recursive: true, force: true }));

test('bootstrap installs the packages once, and again after the list of packages changes', async () => {
  await npmThat(installs);
  expect(await bootstrap()).toEqual({ code: 0, output: expect.stringContaining('Installing the packages') });
  expect(await bootstrap()).toEqual({ code: 0, output: '' });
  expect(await callsOfNpm()).toEqual(['ci --loglevel=error --include=dev --include=optional']);
  await writeManifest({ tool: '1.0.0', another: '2.0.0' });
  await bootstrap();
  expect(await callsOfNpm()).toHaveLength(2);
});

test('bootstrap accepts packages that npm installed from the present lockfile, but not from an older one', async () => {
  await npmThat(installs);
  await installedByHand('1.0.0');
  expect(await bootstrap()).toEqual({ code: 0, output: '' });
  await rm(join(checkout, 'node_modules/.vialproof-install'));
  await installedByHand('0.9.0');
  await bootstrap();
  expect(await callsOfNpm()).toHaveLength(1);
});

test('if bootstrap runs twice at the same time, the packages are installed once', async () => {
  await npmThat(installs);
  const both = await Promise.all([bootstrap(), bootstrap()]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(await callsOfNpm()).toHaveLength(1);
});

test('bootstrap takes over the lock if the process that held it was killed', async () => {
  await npmThat(installs);
  await mkdir(join(checkout, '.data'));
  // This process id is larger than any id in Linux, so no process has it.
  const lock = join(checkout, '.data/install.lock');
  await writeFile(lock, '4194999');
  await utimes(lock, 1, 1);
  expect(await bootstrap()).toMatchObject({ code: 0 });
});

test.each([
  ['npm error code ENOSPC', 'The disk is full.'],
  ['npm error EACCES: permission denied, mkdir', 'This user may not write in'],
  [
    'npm error network request to the registry failed, reason: getaddrinfo EAI_AGAIN',
    'registry cannot be reached',
  ],
  ['npm error `npm ci` can only install packages when they are in sync', 'do not agree'],
])('bootstrap explains the problem: %s', async (said, sentence) => {
  await npmThat(`echo '${said}' >&2; exit 1`);
  expect(await bootstrap()).toEqual({ code: 1, output: expect.stringContaining(sentence) });
  // The folder must not look as if the installation were complete.
  await expect(access(join(checkout, 'node_modules/.vialproof-install'))).rejects.toThrow('ENOENT');
});

test('bootstrap reports a missing npm', async () => {
  await mkdir(join(checkout, 'bin'));
  expect(await bootstrap()).toEqual({ code: 1, output: expect.stringContaining('npm was not found') });
});

test('bootstrap replaces a downloaded Node that does not run on this machine by the machine’s own Node', async () => {
  await npmThat(`${installs}; rm node_modules/.bin/node; echo broken > node_modules/.bin/node`);
  expect(await bootstrap()).toMatchObject({ code: 0 });
  await expect(access(join(checkout, 'node_modules/.bin/node'))).rejects.toThrow('ENOENT');
});

/** What npm installs in this test: the expected version of Node. */
const installs = `mkdir -p node_modules/.bin; ln -sf '${process.execPath}' node_modules/.bin/node`;

async function npmThat(does: string): Promise<void> {
  const npm = join(checkout, 'bin/npm');
  await mkdir(join(checkout, 'bin'));
  await writeFile(npm, `#!/bin/sh\necho "$@" >> calls\n${does}\n`);
  await chmod(npm, 0o755);
  for (const tool of ['mkdir', 'ln', 'rm']) await symlink(`/bin/${tool}`, join(checkout, 'bin', tool));
}

async function bootstrap(): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['bootstrap.mjs'], {
    cwd: checkout,
    env: { PATH: join(checkout, 'bin') },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

async function callsOfNpm(): Promise<string[]> {
  const text = await readFile(join(checkout, 'calls'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean);
}

async function writeManifest(dependencies: Record<string, string>): Promise<void> {
  await writeFile(join(checkout, 'package.json'), JSON.stringify({ workspaces: ['web'], dependencies }));
  await writeFile(join(checkout, 'web/package.json'), '{}');
}

async function installedByHand(version: string): Promise<void> {
  await mkdir(join(checkout, 'node_modules/.bin'), { recursive: true });
  await symlink(process.execPath, join(checkout, 'node_modules/.bin/node')).catch(() => undefined);
  const present = { packages: { 'node_modules/tool': { version } } };
  await writeFile(join(checkout, 'node_modules/.package-lock.json'), JSON.stringify(present));
}
