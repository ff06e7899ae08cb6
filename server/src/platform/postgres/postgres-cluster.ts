import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { takeFileLock, withFileLock } from '../files/file-lock.ts';
import { StartupProblem } from '../startup-problem.ts';
import {
  type Binaries,
  canReach,
  completeLinks,
  copyBinaries,
  findBinaries,
  runProgram,
  type SystemUser,
} from './postgres-binaries.ts';
import { LETTERS } from './script-letters.ts';
import { SERVING_ROLE } from './serving-role.ts';

/** The files of a database, which only this process may use. */
export type Cluster = {
  /** PostgreSQL's data directory. */
  directory: string;
  /** The folder around it. */
  home: string;
  binaries: Binaries;
  /** The user who runs the programs. Undefined: the present one. */
  user: SystemUser | undefined;
  /** The passwords of the owner and of the serving role. */
  passwords: { owner: string; serving: string };
  /** Lets other processes use the files. */
  release(): Promise<void>;
};

/** Additional settings. */
export type Tuning = { settings: Record<string, string | number>; initdb: string[] };

/** PostgreSQL refuses to run as root. If root starts the server, programs and databases are here. */
const ROOTS_HOME = '/var/lib/vialproof';
/** How long a start waits for another process that stops. */
const WAIT_FOR_OTHERS_MS = 5_000;
/** The file that says where the database is, if it is not in the folder. */
const PLACE = 'place';
export const OWNER = 'vialproof';

type Log = { info(message: string): void; warn(message: string): void };

/** Finds or creates the database of the folder `dataDirectory`, and locks it. Throws StartupProblem. */
export async function openCluster(
  dataDirectory: string,
  options: { tuning: Tuning | undefined; log: Log },
): Promise<Cluster> {
  await mkdir(dataDirectory, { recursive: true });
  const own = await realpath(dataDirectory);
  const locks = [await lock(own)];
  const release = async () => {
    for (const unlock of locks) await unlock();
  };
  try {
    const home = await findHome(own);
    // If a person copied the folder, both copies name the same database outside. So that database is locked too.
    if (home !== own) locks.push(await lock(home));
    return { ...(await prepare(own, home, options)), release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function lock(directory: string): Promise<() => Promise<void>> {
  const file = join(directory, 'lock');
  const release = await takeFileLock(file, WAIT_FOR_OTHERS_MS);
  if (release) return release;
  const [pid = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
  throw new StartupProblem(
    `The database in ${directory} is in use by process ${pid}. Stop that one first, or set DATA_DIR to another directory. Only with DATABASE_URL can several processes share a database.`,
  );
}

async function prepare(
  own: string,
  home: string,
  { tuning, log }: { tuning: Tuning | undefined; log: Log },
): Promise<Omit<Cluster, 'release'>> {
  const directory = join(home, 'cluster');
  const isNew = !existsSync(directory);
  const user = !isRoot() ? undefined : isNew ? await unprivilegedUser() : await accountOf(directory);
  const binaries = await reachableBinaries();
  if (isNew) await initialize({ directory, home, binaries, user }, tuning?.initdb ?? []);
  if (home !== own) {
    if (isNew) await writeFile(join(own, PLACE), `${home}\n`);
    log.info(`PostgreSQL does not run as root: the database of ${own} lies in ${home}`);
  }
  const passwords = {
    owner: await readFile(passwordFile(directory, OWNER), 'utf8'),
    serving: await servingPassword(directory, user),
  };
  return { directory, home, binaries, user, passwords };
}

/** The password of the serving role. It is chosen here, because the cluster of a former release has none. */
async function servingPassword(directory: string, user: SystemUser | undefined): Promise<string> {
  const file = passwordFile(directory, SERVING_ROLE);
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept) return kept;
  const draft = `${file}.draft`;
  const password = await writePassword(draft, user);
  await rename(draft, file);
  return password;
}

/** Chooses a password and writes it into a file that only this user can read. */
async function writePassword(file: string, user: SystemUser | undefined): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  if (user) await chown(file, user.uid, user.gid);
  return password;
}

const isRoot = () => process.getuid?.() === 0;

/** The folder in which the database of this installation is. */
export async function homeOf(dataDirectory: string): Promise<string> {
  if (existsSync(join(dataDirectory, 'cluster'))) return dataDirectory;
  const place = join(dataDirectory, PLACE);
  return (existsSync(place) && (await readFile(place, 'utf8')).trim()) || dataDirectory;
}

/** As `homeOf`. A new database is inside the folder, unless root starts it and PostgreSQL cannot enter the folder. */
async function findHome(dataDirectory: string): Promise<string> {
  const home = await homeOf(dataDirectory);
  if (existsSync(join(home, 'cluster'))) return home;
  if (home !== dataDirectory) {
    throw new StartupProblem(
      `The database of this checkout was kept in ${home}, which this user cannot see. Put it back, or start as root if root made it; to begin with an empty database delete ${join(dataDirectory, PLACE)}.`,
    );
  }
  if (!isRoot()) return dataDirectory;
  const user = await unprivilegedUser();
  if (await canReach(dirname(dataDirectory), user)) {
    // Some disks know no owners.
    await chown(dataDirectory, user.uid, user.gid).catch(() => undefined);
    if ((await stat(dataDirectory)).uid === user.uid) return dataDirectory;
  }
  // A random name, so that a new installation never uses an old database.
  const made = join(ROOTS_HOME, randomBytes(9).toString('hex'));
  await mkdir(ROOTS_HOME, { recursive: true, mode: 0o755 });
  await mkdir(made, { mode: 0o700 });
  await chown(made, user.uid, user.gid);
  return made;
}

/** PostgreSQL's programs. For root they are copied to where every user can run them. */
async function reachableBinaries(): Promise<Binaries> {
  const found = await findBinaries();
  if (isRoot()) return withFileLock(join(ROOTS_HOME, 'lock'), () => copyBinaries(found, ROOTS_HOME));
  await completeLinks(found.native);
  return found;
}

async function initialize(place: Omit<Cluster, 'passwords' | 'release'>, options: string[]): Promise<void> {
  const { home, user } = place;
  const draft = join(home, 'draft');
  await rm(draft, { recursive: true, force: true });
  const secret = join(home, 'password');
  await writePassword(secret, user);
  const { code, output } = await runProgram(place, 'initdb', [
    `--pgdata=${draft}`,
    `--username=${OWNER}`,
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // These settings make PostgreSQL sort letters in the same way on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${LETTERS}`,
    '--no-instructions',
    ...options,
  ]);
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new StartupProblem(explain(output, home));
  }
  await rename(secret, passwordFile(draft, OWNER));
  // The name is given last, so that only a complete database has it.
  await rename(draft, place.directory);
}

/** Makes a sentence of the output of a failed program. */
export function explain(output: string, home: string): string {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return `The disk that holds ${home} is full, and PostgreSQL cannot start. Make room and start again.`;
  }
  if (/error while loading shared libraries|not found \(required by|-1$/.test(output)) {
    return `The PostgreSQL programs do not run on this machine; set DATABASE_URL to a PostgreSQL server of your own.\n${output}`;
  }
  if (output.includes('invalid locale name')) {
    return `This machine lacks the locale ${LETTERS}, by which PostgreSQL tells letters: install it, or set DATABASE_URL to a PostgreSQL server of your own.`;
  }
  return `PostgreSQL did not start.\n${output}`;
}

/** The file with the password of a role. */
export const passwordFile = (directory: string, role: string): string => join(directory, `${role}.password`);

/** Which user runs a database of root: the owner of its files. */
async function accountOf(directory: string): Promise<SystemUser> {
  const { uid, gid } = await stat(directory);
  if (uid !== 0 && (await canReach(directory, { uid, gid }))) return { uid, gid };
  throw new StartupProblem(
    `PostgreSQL does not run as root: ${directory} must belong to another account (chown -R postgres ${dirname(directory)}) that can pass through the folders above (chmod o+x).`,
  );
}

/** The account that runs programs for root, because they refuse to run as root. */
export async function unprivilegedUser(): Promise<SystemUser> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  const line = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  return { uid: Number(line?.[2] ?? 65534), gid: Number(line?.[3] ?? 65534) };
}
