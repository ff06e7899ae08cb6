import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/run.ts';
import { unprivilegedUser } from '../server/src/platform/postgres/postgres-cluster.ts';
import { scratchDirectory } from '../server/src/testing/scratch.ts';
import { freePorts } from './ports.ts';

const PORTS = [
  'etcd',
  'etcdPeer',
  'db1',
  'db1Api',
  'db2',
  'db2Api',
  'primary',
  'bouncer',
  'pages',
  'web1',
  'web2',
  'worker',
] as const;

/** Where the programs of a run are: folders, ports, passwords. */
export type Place = {
  directory: string;
  ports: Record<(typeof PORTS)[number], number>;
  /** The account of programs that refuse to run as root; undefined: the present one. */
  account: { uid: number; gid: number } | undefined;
  /** The file for the output of a program. It stays after the run. */
  log(name: string): string;
  /** A folder of that account. */
  folder(name: string): string;
  /** The same password for the same purpose. */
  password(whose: string): string;
};

/** Where the output of all programs is written. */
export const LOGS = join(root, 'node_modules/.cache/cluster');

export async function makePlace(): Promise<Place> {
  const directory = await scratchDirectory('cluster');
  const account = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
  const passwords = new Map<string, string>();
  const own = (path: string) => account && chownSync(path, account.uid, account.gid);
  own(directory);
  return {
    directory,
    ports: await freePorts(PORTS),
    account,
    log: (name) => join(LOGS, `${name}.log`),
    folder(name) {
      const path = join(directory, name);
      if (mkdirSync(path, { recursive: true }) !== undefined) own(path);
      return path;
    },
    password(whose) {
      const password = passwords.get(whose) ?? randomBytes(12).toString('hex');
      passwords.set(whose, password);
      return password;
    },
  };
}
