import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupProblem } from './startup-problem.ts';

/** The file beside a cluster that names the data directory it belongs to. */
const ORIGIN = 'origin';

/** The file in a data directory that says where its cluster lies, when it does not lie in it. */
const PLACE = 'place';

type Log = { warn(message: string): void };

/** Where the cluster of this data directory lies as noted there; undefined when nothing is noted. */
export async function notedPlace(dataDirectory: string): Promise<string | undefined> {
  const noted = (await readIfThere(join(dataDirectory, PLACE)))?.toString().trim();
  return noted === '' ? undefined : noted;
}

/** Where to look for the cluster next time. Written after it exists, so that it never points to a half-made one. */
export function notePlace(dataDirectory: string, home: string): Promise<void> {
  return writeWhole(join(dataDirectory, PLACE), `${home}\n`);
}

/**
 * Checks that the cluster in `home` belongs to this data directory (a path without links). A cluster is adopted when the directory that it
 * belonged to holds it no more: that was moved, or renamed. While that one still holds it, this directory is a copy:
 * both would give the same invoice numbers, and go on with the same public log in two ways. Once the original was renamed,
 * nothing tells it from its copies: each has a file of its own here, and each counts as moved.
 * Throws StartupProblem for a copy.
 */
export async function checkOrigin(home: string, dataDirectory: string, log: Log): Promise<void> {
  const file = join(home, ORIGIN);
  const origin = (await readIfThere(file))?.toString().trim() ?? '';
  if (origin === dataDirectory) return;
  const own = await systemIdentifier(home);
  // A new cluster belongs to nobody yet, nor does one that was made before clusters knew it.
  if (own !== undefined && origin !== '') {
    // Another name of the same directory is no other directory.
    if ((await realpath(origin).catch(() => undefined)) === dataDirectory) return;
    if (await holds(origin, own, file)) throw new StartupProblem(refusal(home, origin, dataDirectory));
    log.warn(`The database in ${home} was moved: it belonged to ${origin}, now to ${dataDirectory}.`);
  }
  await writeWhole(file, dataDirectory);
}

/** Whether this data directory leads to a cluster with this identifier. */
async function holds(dataDirectory: string, identifier: string, file: string): Promise<boolean> {
  try {
    const places = [dataDirectory, (await notedPlace(dataDirectory)) ?? dataDirectory];
    return (await Promise.all(places.map(systemIdentifier))).includes(identifier);
  } catch {
    throw new StartupProblem(
      `The database belongs to ${dataDirectory}, which this user cannot look into. If it was moved from there, delete ${file} and start again; if it is a copy, start the original.`,
    );
  }
}

function refusal(home: string, origin: string, dataDirectory: string): string {
  return (
    `The database in ${home} belongs to ${origin}, which still holds it: ${dataDirectory} is a copy, and only one of them may go on. ` +
    `Start the original; or, if the copy is to replace it, delete ${origin}, or make sure that it is never started again and only then rename it, and start again. ` +
    'A renamed original that is started counts as moved: both would give the same invoice numbers and go on with the same public log. ' +
    `To begin with an empty database, delete ${dataDirectory}.`
  );
}

/** The number that initdb draws for a cluster and every copy keeps: the first field of PostgreSQL's pg_control. */
async function systemIdentifier(home: string): Promise<string | undefined> {
  const control = await readIfThere(join(home, 'cluster', 'global', 'pg_control'));
  return control?.subarray(0, 8).toString('hex');
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The account of PostgreSQL may write in its folder too: a link that it put there is replaced, never followed. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx');
  try {
    await handle.writeFile(text);
    // Whatever the umask: what root wrote is read when the owner of the cluster starts it.
    await handle.chmod(0o644);
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
