// Makes `npm start`, `npm test` and the other commands work on a bare checkout: installs the packages of the lockfile,
// including the pinned Node 24, and makes `node` in the following script that Node. Plain JavaScript without
// dependencies: it runs before any installation, on any Node of the machine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.vialproof-install');
const lockFile = path.join(root, '.data', 'install.lock');
const oldestNode = [20, 19];
const pinnedMajor = 24;
const installBytes = 1_000_000_000;
const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** A sentence for the person at the terminal; shown without a stack. */
class Problem extends Error {}

try {
  checkNode();
  const wanted = fingerprint();
  if (!isInstalled(wanted)) await install(wanted);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Problem(
    `Vialproof needs Node ${oldestNode.join('.')} or newer to start; this is Node ${process.versions.node}. Install a newer Node and run the command again.`,
  );
}

/** Changes with the wanted set of packages; our own scripts and versions do not count. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  hash.update(fs.readFileSync(path.join(root, 'package-lock.json')));
  for (const folder of ['', ...readManifest('').workspaces]) {
    const manifest = readManifest(folder);
    hash.update(JSON.stringify([folder, ...dependencyFields.map((field) => manifest[field])]));
  }
  return hash.digest('hex');
}

function readManifest(folder) {
  return JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

function isInstalled(wanted) {
  try {
    return fs.readFileSync(stampFile, 'utf8') === wanted;
  } catch {
    return false;
  }
}

async function install(wanted) {
  await lockInstall();
  try {
    // Another terminal may have installed while this one waited for the lock.
    if (isInstalled(wanted)) return;
    if (!isInstalledByHand()) runNpm();
    checkPinnedNode();
    // The stamp comes last: an interrupted installation is never taken for a complete one.
    fs.writeFileSync(stampFile, wanted);
  } finally {
    fs.rmSync(lockFile, { force: true });
  }
}

/** True when npm itself has already brought node_modules to the state of lockfile and manifests. */
function isInstalledByHand() {
  let present;
  try {
    // npm writes this file at the end of an installation.
    present = JSON.parse(fs.readFileSync(path.join(modules, '.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  const locked = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  for (const [place, entry] of Object.entries(locked)) {
    if (place.startsWith('node_modules/')) {
      const found = present[place];
      if (found ? found.version !== entry.version : !entry.optional) return false;
    } else {
      const manifest = readManifest(place);
      if (dependencyFields.some((field) => !sameEntries(manifest[field], entry[field]))) return false;
    }
  }
  return Object.keys(present).every((place) => place in locked);
}

function sameEntries(one = {}, other = {}) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

function runNpm() {
  const firstTime = !fs.existsSync(modules);
  if (firstTime) checkSpace();
  console.log(
    firstTime ? 'Installing the packages (once; about a minute) …' : 'Bringing the packages up to date …',
  );
  fs.rmSync(stampFile, { force: true });
  // Development and optional packages are needed to build the pages and for Node 24 and PostgreSQL, despite NODE_ENV
  // and the user's npm settings.
  const options = ['ci', '--loglevel=error', '--include=dev', '--include=optional'];
  const own = process.env.npm_execpath;
  const run =
    own && path.basename(own) === 'npm-cli.js'
      ? spawnSync(process.execPath, [own, ...options], npmIo())
      : spawnSync('npm', options, { ...npmIo(), shell: process.platform === 'win32' });
  if (run.error?.code === 'ENOENT') {
    throw new Problem(
      'npm was not found. Install it (it comes with Node from nodejs.org) and run the command again.',
    );
  }
  if (run.error) throw new Problem(`npm could not be run: ${run.error.message}`);
  if (run.status !== 0) throw new Problem(explainNpm(run.stderr, run.signal));
  if (run.stderr) process.stderr.write(run.stderr);
}

function npmIo() {
  return { cwd: root, stdio: ['ignore', 'inherit', 'pipe'], encoding: 'utf8', maxBuffer: 64_000_000 };
}

function checkSpace() {
  const { bavail, bsize } = fs.statfsSync(root);
  if (bavail * bsize >= installBytes) return;
  const free = Math.floor((bavail * bsize) / 1_000_000);
  throw new Problem(
    `The disk that holds ${root} has ${free} MB free; the packages need about ${installBytes / 1_000_000} MB. Make room and run the command again.`,
  );
}

function explainNpm(stderr, signal) {
  if (signal) return `The installation was interrupted (${signal}). Run the command again to complete it.`;
  const reasons = [
    [
      /ENOSPC|EDQUOT|no space left/i,
      `The disk is full. Make room (about ${installBytes / 1_000_000} MB) and run the command again.`,
    ],
    [
      /EACCES|EPERM|EROFS/,
      `This user may not write in ${root} or in npm's cache. Run as the user who owns them.`,
    ],
    [
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/,
      'The package registry cannot be reached. Check the network or the proxy and run the command again.',
    ],
    [
      /are in sync|EUSAGE/,
      'package.json and package-lock.json do not agree. Run `npm install`, look at the change, and commit both.',
    ],
  ];
  const reason = reasons.find(([sign]) => sign.test(stderr))?.[1] ?? 'The packages could not be installed.';
  return `${stderr.trim()}\n\n${reason}`;
}

/** npm puts node_modules/.bin first in the PATH of scripts, so a `node` there runs the following command. */
function checkPinnedNode() {
  const pinned = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  const run = spawnSync(pinned, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
  if (run.status === 0 && run.stdout.startsWith(`v${pinnedMajor}.`)) return;
  // A binary that does not run here (another C library, for example) must not hide the machine's own Node.
  fs.rmSync(pinned, { force: true });
  if (Number.parseInt(process.versions.node, 10) >= pinnedMajor) return;
  throw new Problem(
    `No ready-made Node ${pinnedMajor} runs on this machine (${process.platform} ${process.arch}), and its own is Node ${process.versions.node}. Install Node ${pinnedMajor} and run the command again.`,
  );
}

/** Takes the installation lock; a lock of a dead process is taken over. */
async function lockInstall() {
  fs.mkdirSync(path.dirname(lockFile), { recursive: true });
  for (let told = false; ; told = true) {
    try {
      fs.writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code === 'ENOSPC')
        throw new Problem('The disk is full. Make room and run the command again.');
      if (error.code !== 'EEXIST') throw new Problem(`This user may not write in ${root}: ${error.message}`);
    }
    const holder = Number(readOr(lockFile, ''));
    if (holder && isAlive(holder)) {
      if (!told) console.log(`Waiting for the installation that process ${holder} is doing …`);
    } else if (isOld(lockFile)) {
      fs.rmSync(lockFile, { force: true });
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function readOr(file, otherwise) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

/** Between creating the lock and writing the process id into it, the lock looks abandoned for a moment. */
function isOld(file) {
  return Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 1000;
}

function isAlive(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  // In a container restarted after a crash, another process soon has the same low id.
  return readOr(`/proc/${pid}/cmdline`, 'bootstrap.mjs').includes('bootstrap.mjs');
}
