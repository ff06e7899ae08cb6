import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import type { Node, NodeId } from './transparency.rules.ts';

export type Head = { size: number; root: Uint8Array };
export type SignedHead = { size: number; note: string; at: Date };

/** Reads size and hash of the log, and locks them for this transaction. */
export async function lockHead(tx: Tx): Promise<Head> {
  const { rows } = await tx.execute<{ size: string | number; root: Buffer }>(
    sql`SELECT size, root FROM log_head FOR UPDATE`,
  );
  const [row] = rows;
  if (!row) throw new Error('the log has no head');
  return { size: Number(row.size), root: row.root };
}

/** The present size and hash of the log. */
export async function findHead(db: Queryable): Promise<Head> {
  const { rows } = await db.execute<{ size: string | number; root: Buffer }>(
    sql`SELECT size, root FROM log_head`,
  );
  const [row] = rows;
  if (!row) throw new Error('the log has no head');
  return { size: Number(row.size), root: row.root };
}

/** The hashes of these groups of entries, in this order. Fewer if some are missing. */
export async function listNodesIn(db: Queryable, ids: NodeId[]): Promise<Uint8Array[]> {
  if (ids.length === 0) return [];
  const wanted = sql.join(
    ids.map(({ level, index }, place) => sql`(${level}::int, ${index}::bigint, ${place}::int)`),
    sql`, `,
  );
  const { rows } = await db.execute<{ hash: Buffer }>(sql`
    SELECT n.hash FROM (VALUES ${wanted}) AS asked(level, idx, place)
    JOIN log_node n ON n.level = asked.level AND n.idx = asked.idx ORDER BY place`);
  return rows.map(({ hash }) => hash);
}

/** Adds entries from index `from` on, with their hashes. */
export async function insertEntries(
  tx: Tx,
  change: { bodies: string[]; from: number; nodes: Node[]; root: Uint8Array },
): Promise<void> {
  const { bodies, from, nodes, root } = change;
  const json = JSON.stringify(bodies.map((body, place) => ({ idx: from + place, body })));
  await tx.execute(sql`
    INSERT INTO log_entry (idx, body)
    SELECT idx, body FROM jsonb_to_recordset(${json}::jsonb) AS e(idx bigint, body text)`);
  const hashes = JSON.stringify(
    nodes.map(({ level, index, hash }) => ({ level, idx: index, hash: Buffer.from(hash).toString('hex') })),
  );
  await tx.execute(sql`
    INSERT INTO log_node (level, idx, hash)
    SELECT level, idx, decode(hash, 'hex')
    FROM jsonb_to_recordset(${hashes}::jsonb) AS n(level int, idx bigint, hash text)`);
  await tx.execute(
    sql`UPDATE log_head SET size = ${from + bodies.length}, root = decode(${Buffer.from(root).toString('hex')}, 'hex')`,
  );
}

export async function insertCheckpoint(tx: Tx, { size, note, at }: SignedHead): Promise<void> {
  await tx.execute(sql`INSERT INTO log_checkpoint (size, note, at) VALUES (${size}, ${note}, ${at})`);
}

export async function insertKey(tx: Tx, verifierKey: string, at: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO log_key (verifier_key, first_used_at) VALUES (${verifierKey}, ${at}) ON CONFLICT DO NOTHING`);
}

export async function listKeys(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ verifier_key: string }>(
    'SELECT verifier_key FROM log_key ORDER BY first_used_at, verifier_key',
  );
  return rows.map((row) => row.verifier_key);
}

/** The last signed state (head) of the log. Undefined before the first. */
export async function findCheckpoint(pool: pg.Pool): Promise<SignedHead | undefined> {
  const { rows } = await pool.query<SignedHead>({
    name: 'log_checkpoint',
    text: 'SELECT size, note, at FROM log_checkpoint ORDER BY id DESC LIMIT 1',
  });
  return rows[0];
}

/** Signed states (heads) of the log after `id`, in order. */
export async function listCheckpointsAfter(
  pool: pg.Pool,
  id: number,
  count: number,
): Promise<(SignedHead & { id: number })[]> {
  const { rows } = await pool.query<SignedHead & { id: number }>(
    'SELECT id, size, note, at FROM log_checkpoint WHERE id > $1 ORDER BY id LIMIT $2',
    [id, count],
  );
  return rows;
}

/** The hashes of these groups of entries, in this order. Fewer if some are missing. */
export async function listNodes(pool: pg.Pool, ids: NodeId[]): Promise<Uint8Array[]> {
  const { rows } = await pool.query<{ hash: Buffer }>({
    name: 'log_nodes',
    text: `
      SELECT n.hash FROM unnest($1::int[], $2::bigint[]) WITH ORDINALITY AS asked(level, idx, place)
      JOIN log_node n ON n.level = asked.level AND n.idx = asked.idx ORDER BY place`,
    values: [ids.map(({ level }) => level), ids.map(({ index }) => index)],
  });
  return rows.map(({ hash }) => hash);
}

/** Entries from this index on, oldest first. */
export async function listEntries(
  pool: pg.Pool,
  from: number,
  count: number,
): Promise<{ idx: number; body: string }[]> {
  const { rows } = await pool.query<{ idx: number; body: string }>({
    name: 'log_entries',
    text: 'SELECT idx, body FROM log_entry WHERE idx >= $1 AND idx < $2 ORDER BY idx',
    values: [from, from + count],
  });
  return rows;
}
