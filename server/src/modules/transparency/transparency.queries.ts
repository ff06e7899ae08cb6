import { type LogEntry, readEntry } from '@vialproof/science/proof/log-entry';
import type { Queryable } from '../../platform/postgres/database.ts';
import { hashOf, type Run, subtreesOf } from './transparency.rules.ts';
import type { TransparencyContext } from './transparency.service.ts';
import { findHead, listEntries, listKeys, listNodes } from './transparency.store.ts';

/** All keys that signed the log; the present one is the last. */
export async function readVerifierKeys({ platform, signer }: TransparencyContext): Promise<string[]> {
  const { verifierKey } = await signer();
  const known = await listKeys(platform.db.pool);
  return [...known.filter((key) => key !== verifierKey), verifierKey];
}

/** The entry at `index`. Throws without one. */
export async function selectEntry(
  { platform }: TransparencyContext,
  index: number,
): Promise<{ entry: LogEntry; body: string }> {
  const [row] = await listEntries(platform.db.pool, index, 1);
  const entry = row && readEntry(row.body);
  if (!row || !entry || entry === 'newer') throw new Error(`the log has no entry ${index}`);
  return { entry, body: row.body };
}

/** The number of entries in the public log. */
export async function logSize({ platform }: TransparencyContext, db?: Queryable): Promise<number> {
  return (await findHead(db ?? platform.db.orm)).size;
}

/** Up to `count` entries from `index` on, oldest first. */
export async function entriesFrom(
  { platform }: TransparencyContext,
  index: number,
  count: number,
): Promise<{ index: number; entry: LogEntry | 'newer' | undefined }[]> {
  const rows = await listEntries(platform.bulkDb.pool, index, count);
  return rows.map(({ idx, body }) => ({ index: idx, entry: readEntry(body) }));
}

/** The hashes of these parts of the public log. */
export async function hashesOf(
  { platform }: TransparencyContext,
  runs: Run[],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts = runs.map(subtreesOf);
  const hashes = await listNodes(platform.db.pool, parts.flat());
  if (hashes.length !== parts.flat().length) throw new Error('the log lacks nodes');
  return parts.map((part) => new Uint8Array(hashOf(hashes.splice(0, part.length))));
}
