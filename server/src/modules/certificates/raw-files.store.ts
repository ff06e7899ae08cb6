import { sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database.ts';

/** That an injection's file was published, and where the public log says it. */
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

/** The published files of a request by the injection's id. */
export async function listPublished(
  db: Queryable,
  requestId: string,
): Promise<Map<string, { logIndex: number; at: Date }>> {
  const { rows } = await db.execute<{ injection_id: string; log_index: string; at: string }>(sql`
    SELECT p.injection_id, p.log_index, p.at FROM published_injection p JOIN injection i ON i.id = p.injection_id
    WHERE i.request_id = ${requestId}`);
  return new Map(
    rows.map((row) => [row.injection_id, { logIndex: Number(row.log_index), at: new Date(row.at) }]),
  );
}

/** A published file of a request by its SHA-256. */
export async function findPublishedFile(
  db: Queryable,
  requestId: string,
  sha256: string,
): Promise<{ fileKey: string; fileName: string } | undefined> {
  const { rows } = await db.execute<{ fileKey: string; fileName: string }>(sql`
    SELECT i.file_key AS "fileKey", i.file_name AS "fileName"
    FROM injection i JOIN published_injection p ON p.injection_id = i.id
    WHERE i.request_id = ${requestId} AND i.sha256 = ${sha256}`);
  return rows[0];
}

/** What the log's entries from `from` to before `to` say of published files, by our own rows. */
export async function listFilesBetween(
  db: Queryable,
  from: number,
  to: number,
): Promise<{ index: number; sha256: string; certificate: string }[]> {
  const { rows } = await db.execute<{ index: string; sha256: string; certificate: string }>(sql`
    SELECT p.log_index AS index, i.sha256, c.sha256 AS certificate FROM published_injection p
    JOIN injection i ON i.id = p.injection_id JOIN certificate c ON c.id = p.certificate_id
    WHERE p.log_index >= ${from} AND p.log_index < ${to}`);
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}
