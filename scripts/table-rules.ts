import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mayWriteSql } from './import-rules.ts';
import { root } from './run.ts';
import type { Source } from './source-facts.ts';

type Migration = { name: string; text: string };

/** Files that may name tables of other modules, with their decision records. */
export const EXCEPTIONS: Record<string, string> = {
  'server/src/modules/publications/sources.store.ts':
    'docs/decisions/0086-the-projection-reads-its-sources-at-once.md',
  'server/src/modules/results/queue.store.ts': 'docs/decisions/0087-the-queue-reads-across-modules.md',
};
/** Tables whose migration has not the name of their module. */
const OTHER_OWNERS: Record<string, string> = { demo_year: 'demo', good: 'payments' };

export async function readMigrations(): Promise<Migration[]> {
  const folder = join(root, 'server/database/migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}

/** The owner of each table, from the name of its migration `NNNN_<module>.sql`. */
export function ownersOf(migrations: Migration[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { name, text } of migrations) {
    const creator = name.replace(/^\d+_|\.sql$/g, '').replaceAll('_', '-');
    for (const [, table = ''] of text.matchAll(/^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gm))
      owners.set(table, OTHER_OWNERS[table] ?? creator);
  }
  return owners;
}

/** Tables in files of other modules (rule 10), each in a sentence. */
export function judgeTables(sources: Source[], migrations: Migration[]): string[] {
  const owners = ownersOf(migrations);
  return sources.flatMap(({ path, tables }) => {
    const mine = roomOf(path);
    const isChecked = mayWriteSql(path) && !/\.(test|fixture)\.tsx?$/.test(path) && !(path in EXCEPTIONS);
    if (mine === undefined || !isChecked) return [];
    return tables.flatMap(({ name, line }) => {
      const owner = owners.get(name);
      if (owner === undefined || owner === mine) return [];
      return [`${path}:${line} ${mine} names the table ${name} of ${owner} (rule 10)`];
    });
  });
}

/** The module of a file, or its part of the server; undefined for other files. */
function roomOf(path: string): string | undefined {
  const [, room, noun] = path.match(/^server\/src\/(modules|platform|sandbox)\/(?:([\w-]+)\/)?/) ?? [];
  return room === 'modules' ? noun : room;
}
