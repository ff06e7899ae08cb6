import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deployFile } from './deploy-files.ts';
import type { Place } from './place.ts';
import { Program } from './program.ts';

/** PgBouncer in front of the primary, which it reaches through HAProxy. */
export async function bouncerOf({ ports, directory, log, account, password }: Place): Promise<Program> {
  const [file, users] = [join(directory, 'pgbouncer.ini'), join(directory, 'userlist.txt')];
  const text = await deployFile('pgbouncer.ini', [
    ['port=5432', `port=${ports.primary}`],
    ['listen_port = 6432', `listen_port = ${ports.bouncer}`],
    ['/etc/pgbouncer/userlist.txt', users],
    ['/var/log/postgresql', directory],
    ['/var/run/postgresql', directory],
  ]);
  await writeFile(file, text);
  await writeFile(users, `"vialproof_app" "${password('SERVING')}"\n`);
  return new Program('pgbouncer', ['pgbouncer', file], { log: log('pgbouncer'), account });
}
