import { createHash, randomBytes } from 'node:crypto';
import { chown, lchown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { withFileLock } from './file-lock.ts';
import {
  type Binaries,
  canReach,
  completeLinks,
  copyBinaries,
  findBinaries,
  isPresent,
  runProgram,
  type SystemUser,
} from './postgres-binaries.ts';
import { checkOrigin, notedPlace, notePlace } from './postgres-origin.ts';
import { MEMORY, removeOrphans } from './postgres-throwaway.ts';
import { StartupProblem } from './startup-problem.ts';

/** A set of database files that is ready to be served. */
export type Cluster = {
  /** What PostgreSQL calls the data directory. */
  directory: string;
  /** The folder around it, for the log. */
  home: string;
  binaries: Binaries;
  /** As whom the programs run; undefined: as ourselves. */
  user: SystemUser | undefined;
  password: string;
};

/** PostgreSQL refuses to run as root; here lie its programs, and the databases of directories that only root can enter. */
const ROOTS_HOME = '/var/lib/vialproof';
const ROOTS_HOME_IN_MEMORY = join(MEMORY, 'vialproof');
export const OWNER = 'vialproof';

type Log = { info(message: string): void; warn(message: string): void };

/**
 * Finds the cluster that belongs to `dataDirectory`, or makes an empty one. The caller holds the lock of the directory.
 * Throws StartupProblem: no programs, a full disk, files of another PostgreSQL version, files of another user, a copy of
 * a directory that is still there.
 */
export async function prepareCluster(
  dataDirectory: string,
  options: { throwaway: boolean; log: Log },
): Promise<Cluster> {
  const { throwaway, log } = options;
  const isRoot = process.getuid?.() === 0;
  const own = resolve(dataDirectory);
  const home = await findHome(own, isRoot);
  const directory = join(home, 'cluster');
  const isNew = !(await isPresent(join(directory, 'PG_VERSION')));
  // Where two data directories name the same cluster outside them, one alone may follow the original. Copies that hold a
  // cluster each have a lock each, too.
  await withFileLock(join(home, 'origin.lock'), () => checkOrigin(home, own, log));
  const user = !isRoot ? undefined : isNew ? await unprivilegedUser() : await accountOf(home);
  const found = await findBinaries();
  const binaries = isRoot ? await prepareRootsHome(found) : found;
  if (!isRoot) await completeLinks(binaries.native);
  if (isNew) await initialize({ directory, home, binaries, user }, throwaway);
  const major = Number.parseInt(await readFile(join(directory, 'PG_VERSION'), 'utf8'), 10);
  if (major !== binaries.major) {
    throw new StartupProblem(
      `The database in ${home} was made by PostgreSQL ${major}; this version of Vialproof brings PostgreSQL ${binaries.major}. ${
        major > binaries.major
          ? 'Use the newer version of Vialproof that made it'
          : 'Move the data over with pg_dump or pg_upgrade'
      }, or set DATA_DIR to begin with an empty database.`,
    );
  }
  if (home !== own) {
    await notePlace(own, home);
    log.info(`PostgreSQL does not run as root: the database of ${own} lies in ${home}`);
  }
  return { directory, home, binaries, user, password: await readFile(passwordFile(directory), 'utf8') };
}

/**
 * Where the cluster of this data directory lies: inside it, or where the file `place` in it says. A new one lies
 * inside, unless root starts it and the account that runs PostgreSQL then cannot get there.
 */
async function findHome(dataDirectory: string, isRoot: boolean): Promise<string> {
  if (await isPresent(join(dataDirectory, 'cluster'))) return dataDirectory;
  const noted = await notedPlace(dataDirectory);
  if (noted !== undefined) {
    if (await isPresent(join(noted, 'cluster'))) return noted;
    throw new StartupProblem(
      `The database of this checkout was kept in ${noted}, which this user cannot see. Put it back, or start as root if root made it; to begin with an empty database delete ${join(dataDirectory, 'place')}.`,
    );
  }
  if (!isRoot) return dataDirectory;
  const user = await unprivilegedUser();
  return (await giveTo(user, dataDirectory)) ? dataDirectory : makeHome(dataDirectory, user);
}

/**
 * Makes the folder that account's. False where it cannot be: a folder above is closed to it, or the file system knows
 * no owners, as that of a shared or a Windows disk.
 */
async function giveTo({ uid, gid }: SystemUser, folder: string): Promise<boolean> {
  if (!(await canReach(dirname(folder), { uid, gid }))) return false;
  await chown(folder, uid, gid).catch(() => undefined);
  return (await stat(folder)).uid === uid;
}

async function makeHome(dataDirectory: string, { uid, gid }: SystemUser): Promise<string> {
  // A data directory in memory is there for speed, and its database stays in memory with it.
  const parent = dataDirectory.startsWith(MEMORY + sep) ? ROOTS_HOME_IN_MEMORY : ROOTS_HOME;
  // The random part: when the checkout is deleted and made again, the old database is not taken for the new one's.
  const home = join(parent, `${sha256(dataDirectory).slice(0, 12)}-${randomBytes(3).toString('hex')}`);
  await mkdir(parent, { recursive: true, mode: 0o755 });
  await mkdir(home, { mode: 0o700 });
  await chown(home, uid, gid);
  return home;
}

/** Puts the programs where every user can run them; one process at a time, since checkouts share the place. */
async function prepareRootsHome(found: Binaries): Promise<Binaries> {
  await mkdir(ROOTS_HOME, { recursive: true, mode: 0o755 });
  return withFileLock(join(ROOTS_HOME, 'lock'), async () => {
    const binaries = await copyBinaries(found, ROOTS_HOME);
    for (const parent of [ROOTS_HOME, ROOTS_HOME_IN_MEMORY]) await removeOrphans(parent, binaries);
    return binaries;
  });
}

async function initialize(place: Omit<Cluster, 'password'>, throwaway: boolean): Promise<void> {
  const { home, user, binaries } = place;
  const draft = join(home, 'draft');
  await rm(draft, { recursive: true, force: true });
  const secret = join(home, 'password');
  await writeFile(secret, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) await chown(secret, user.uid, user.gid);
  const { code, output } = await runProgram(
    binaries,
    'initdb',
    [
      `--pgdata=${draft}`,
      `--username=${OWNER}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order of texts on every machine, whatever its C library; upper and lower case after Unicode.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      // Of a throwaway cluster everybody opens connections all the time, with a password that nobody else could use.
      ...(throwaway ? ['--no-sync', '--no-data-checksums', '--set=scram_iterations=1'] : []),
    ],
    { directory: home, user },
  );
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new StartupProblem(explain(output, home));
  }
  await rename(secret, passwordFile(draft));
  // Only a complete cluster ever has this name; from here on the data directory knows where it is.
  await rename(draft, place.directory);
}

/** The sentence for what a PostgreSQL program printed before it gave up. */
export function explain(output: string, home: string): string {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return `The disk that holds ${home} is full, and PostgreSQL cannot start. Make room and start again.`;
  }
  if (/error while loading shared libraries|not found \(required by|-1$/.test(output)) {
    return `The PostgreSQL programs do not run on this machine; set DATABASE_URL to a PostgreSQL server of your own.\n${output}`;
  }
  return `PostgreSQL did not start.\n${output}`;
}

function passwordFile(directory: string): string {
  return join(directory, 'vialproof.password');
}

/** As whom the programs of an existing cluster run, when root starts them. */
async function accountOf(home: string): Promise<SystemUser> {
  const directory = join(home, 'cluster');
  const { uid, gid } = await stat(directory);
  const user = uid === 0 ? await unprivilegedUser() : { uid, gid };
  // Root's own are the files of a copy that was made without keeping their owners.
  if (uid === 0) await handOver(home, user);
  if (await canReach(directory, user)) return user;
  throw new StartupProblem(
    `PostgreSQL does not run as root, and the account that it runs as (${user.uid}) cannot reach ${directory}. Let it pass through the folders above (chmod o+x), or move the data directory to where it can.`,
  );
}

async function handOver(home: string, { uid, gid }: SystemUser): Promise<void> {
  await chown(home, uid, gid);
  for (const name of await readdir(home, { recursive: true })) {
    // Whoever waits for the lock makes files beside it, and removes them again.
    if (!name.startsWith('lock')) await lchown(join(home, name), uid, gid);
  }
}

async function unprivilegedUser(): Promise<SystemUser> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  const line = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  return { uid: Number(line?.[2] ?? 65534), gid: Number(line?.[3] ?? 65534) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
