import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';

/** A published file of an injection, and the number of its entry in the public log. */
export type PublishedFile = {
  injectionId: string;
  certificateId: string;
  logIndex: number;
  byId: string;
  at: Date;
};

export async function insertPublished(tx: Tx, files: PublishedFile[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO published_injection (injection_id, certificate_id, log_index, by_id, at)
    SELECT "injectionId", "certificateId", "logIndex", "byId", at FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
      AS p("injectionId" uuid, "certificateId" uuid, "logIndex" bigint, "byId" uuid, at timestamptz)`);
}

/** Which of these files are published. */
export async function findPublished(
  db: Queryable,
  injectionIds: string[],
): Promise<Map<string, { logIndex: number; at: Date }>> {
  if (injectionIds.length === 0) return new Map();
  const { rows } = await db.execute<{ injection_id: string; log_index: string; at: string }>(sql`
    SELECT injection_id, log_index, at FROM published_injection
    WHERE injection_id = ANY (${sql.param(injectionIds)}::uuid[])`);
  return new Map(
    rows.map((row) => [row.injection_id, { logIndex: Number(row.log_index), at: new Date(row.at) }]),
  );
}

/** The published files whose entries in the public log lie between these numbers. */
export async function listPublishedBetween(
  db: Queryable,
  from: number,
  to: number,
): Promise<{ index: number; injectionId: string; certificate: string }[]> {
  const { rows } = await db.execute<{ index: string; injectionId: string; certificate: string }>(sql`
    SELECT p.log_index AS index, p.injection_id AS "injectionId", c.sha256 AS certificate
    FROM published_injection p JOIN certificate c ON c.id = p.certificate_id
    WHERE p.log_index >= ${from} AND p.log_index < ${to}`);
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}
