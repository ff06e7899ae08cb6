import { access } from 'node:fs/promises';
import { join } from 'node:path';

const POSTGRES = '/usr/lib/postgresql/15/bin/postgres';
const PROGRAMS = ['etcd', 'patroni', 'patronictl', 'haproxy', 'pgbouncer', POSTGRES];

/** Users' PATH often lacks the folder of HAProxy and PgBouncer. */
export const PATH = `${process.env.PATH}:/usr/sbin`;

/** A sentence that names the programs of Debian that are not installed; undefined if all are. */
export async function missingPrograms(): Promise<string | undefined> {
  const found = await Promise.all(PROGRAMS.map(isInstalled));
  const missing = PROGRAMS.filter((_, index) => !found[index]);
  if (missing.length === 0) return undefined;
  return `Not installed: ${missing.join(', ')}. On Debian 12: apt-get install postgresql-15 patroni etcd-server haproxy pgbouncer faketime`;
}

async function isInstalled(program: string): Promise<boolean> {
  const places = program.startsWith('/') ? [program] : PATH.split(':').map((folder) => join(folder, program));
  const tries = places.map((place) =>
    access(place).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(tries)).includes(true);
}
