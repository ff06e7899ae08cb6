import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withFileLock } from '../server/src/platform/files/file-lock.ts';

export type Browser = { executablePath: string; args: string[] };

/** With this value of CHROMIUM_PATH, only the browser in the package is used. */
const BUNDLED = 'bundled';
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Chromium's sandbox does not work for root. The tests open only our own pages. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
const unpacker = fileURLToPath(new URL('./unpack-archives.ts', import.meta.url));
const run = promisify(execFile);

/**
 * A Chromium for the tests: that of CHROMIUM_PATH, of this machine, or of a package. Throws a plain sentence if none
 * starts.
 */
export async function findBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  const chosen = env.CHROMIUM_PATH;
  if (chosen !== undefined && chosen !== '' && chosen !== BUNDLED) {
    const failure = await tryBrowser(chosen);
    if (failure !== undefined) throw new Error(`CHROMIUM_PATH is ${chosen}, which does not run: ${failure}`);
    return { executablePath: chosen, args };
  }
  for (const path of chosen === BUNDLED ? [] : installed) {
    if ((await isPresent(path)) && (await tryBrowser(path)) === undefined)
      return { executablePath: path, args };
  }
  return { executablePath: await unpackBundled(), args };
}

/**
 * The Chromium for browser tests: that of CHROMIUM_PATH, of a package (the same version everywhere), or of this
 * machine. Throws like `findBrowser`.
 */
export function findTestBrowser(env: NodeJS.ProcessEnv = process.env): Promise<Browser> {
  if (env.CHROMIUM_PATH) return findBrowser(env);
  return findBrowser({ CHROMIUM_PATH: BUNDLED }).catch(() => findBrowser(env));
}

/** Starts the browser. Undefined if it answers, otherwise the reason. */
async function tryBrowser(path: string): Promise<string | undefined> {
  try {
    await run(path, ['--version', '--no-sandbox'], { timeout: 20_000 });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

/** Unpacks the browser of @sparticuz/chromium, once for each version; returns the path of its start program. */
async function unpackBundled(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium was found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.');
  }
  const home = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const folder = join(cache, `chromium-${version}`);
  const start = join(folder, 'start.sh');
  await withFileLock(`${folder}.lock`, async () => {
    if (await isPresent(start)) return;
    await rm(folder, { recursive: true, force: true });
    await unpack(join(home, 'bin'), `${folder}.draft`);
    await rename(`${folder}.draft`, folder);
    await writeFile(join(folder, 'fonts.conf'), fontSettings(folder));
    // The libraries of this machine are tried first, then those of the package.
    await writeStart(start, folder, {});
    if ((await tryBrowser(start)) !== undefined) {
      await writeStart(start, folder, { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') });
    }
  });
  const failure = await tryBrowser(start);
  if (failure === undefined) return start;
  await rm(start, { force: true });
  throw new Error(
    `The Chromium of @sparticuz/chromium does not run here. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH.\n${failure}`,
  );
}

/** Empties `folder` and unpacks the package's archives into it. */
export async function unpack(archives: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) => join(archives, name));
  // Another process unpacks, because that sets TMPDIR, which tests would otherwise get too.
  await run(process.execPath, [unpacker, ...files], { env: { ...process.env, TMPDIR: folder } });
}

function writeStart(start: string, folder: string, more: Record<string, string>): Promise<void> {
  const settings = { FONTCONFIG_FILE: join(folder, 'fonts.conf'), ...more };
  const lines = Object.entries(settings).map(([name, value]) => `export ${name}='${value}'`);
  return writeFile(start, ['#!/bin/sh', ...lines, `exec '${join(folder, 'chromium')}' "$@"`, ''].join('\n'), {
    mode: 0o755,
  });
}

/** The fonts for Chromium, which shows no text without a font. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts', 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;
}

function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
