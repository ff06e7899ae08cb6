import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { withFileLock } from '../files/file-lock.ts';
import { StartupProblem } from '../startup-problem.ts';
import { compressPages } from './pages-compress.ts';

type Log = { info(message: string): void };
type Build = (web: string, draft: string) => Promise<{ succeeded: boolean; output: string }>;

const checkout = fileURLToPath(new URL('../../../../', import.meta.url));
/** Sources of the pages outside web, contract and science. */
const commonFiles = ['package-lock.json', 'tsconfig.base.json'];
const notSources = new Set(['build', 'node_modules', '.react-router']);
const parts = ['client', 'server'];

/**
 * Builds the pages if their sources have changed. Several processes may call it. A failed build leaves the old pages,
 * and counts as not done. Throws StartupProblem with the builder's output. Tests replace `root` and `build`.
 */
export async function ensurePagesBuilt({
  log,
  root = checkout,
  build = buildWithReactRouter,
}: {
  log: Log;
  root?: string;
  build?: Build;
}): Promise<void> {
  const web = join(root, 'web');
  const target = join(web, 'build');
  const stamp = join(target, '.sources');
  const wanted = await fingerprint(root);
  const isFresh = async () => (await readFile(stamp, 'utf8').catch(() => '')) === wanted;
  if (await isFresh()) return;
  await withFileLock(join(target, '.lock'), async () => {
    if (await isFresh()) return;
    log.info('Building the pages …');
    const from = performance.now();
    const draft = join(target, '.draft');
    await rm(draft, { recursive: true, force: true });
    const { succeeded, output } = await build(web, draft);
    if (!succeeded) throw new StartupProblem(explain(output));
    await rm(stamp, { force: true });
    await exchange(draft, target);
    // This file is written last, so that an interrupted build is done again.
    await writeFile(stamp, wanted);
    log.info(`The pages are built (${((performance.now() - from) / 1000).toFixed(1)} s)`);
  });
}

/** A hash of all sources of the pages. */
async function fingerprint(root: string): Promise<string> {
  const files = [...commonFiles.map((file) => join(root, file))];
  for (const folder of ['web', 'contract', 'science']) await collect(join(root, folder), files);
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash('sha256').update(process.version);
  for (const [index, file] of files.entries()) {
    const content = contents[index] ?? '';
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function collect(folder: string, files: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !notSources.has(entry.name)) await collect(path, files);
    else if (entry.isFile()) files.push(path);
  }
}

async function exchange(draft: string, target: string): Promise<void> {
  const former = join(target, '.former');
  await rm(former, { recursive: true, force: true });
  await mkdir(former);
  for (const part of parts) {
    await rename(join(target, part), join(former, part)).catch(() => undefined);
    await rename(join(draft, part), join(target, part));
  }
  await Promise.all([former, draft].map((folder) => rm(folder, { recursive: true, force: true })));
}

function buildWithReactRouter(web: string, draft: string): ReturnType<Build> {
  const command = join(web, '..', 'node_modules', '@react-router', 'dev', 'bin.cjs');
  // The pages must not depend on the variables of the caller.
  const env = { NODE_ENV: 'production', NO_COLOR: '1', PAGES_BUILD_DIRECTORY: relative(web, draft) };
  return new Promise<Awaited<ReturnType<Build>>>((resolve) => {
    execFile(
      process.execPath,
      [command, 'build'],
      { cwd: web, env, maxBuffer: 32_000_000 },
      (error, stdout, stderr) =>
        resolve({ succeeded: error === null, output: `${stdout}${stderr}` || (error?.message ?? '') }),
    );
  }).then(async (built) => {
    if (built.succeeded) await compressPages(join(draft, 'client'));
    return built;
  });
}

function explain(output: string): string {
  if (/ENOSPC|EDQUOT/.test(output))
    return 'The pages could not be built: the disk is full. Make room and start again.';
  // The stack of the build tool does not help the operator.
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => !/^\s+at /.test(line));
  return `The pages could not be built.\n${lines.slice(-40).join('\n').trim()}`;
}
