import type { LogEvent } from '@vialproof/contract/proof/log-entry';
import { desc, eq, sql } from 'drizzle-orm';
import type { Orm, Queryable, Tx } from '../../platform/database.ts';
import {
  type CertificateRow,
  certificate,
  type SigningCertificateRow,
  signingCertificate,
  type UnloggedEvent,
} from './certificates.tables.ts';

/** Certificates are issued and read, never changed. */
export async function insertCertificate(tx: Tx, row: CertificateRow): Promise<void> {
  await tx.insert(certificate).values(row);
}

/** Every certificate of a request, newest first. */
export function listCertificates(orm: Queryable, requestId: string): Promise<CertificateRow[]> {
  return orm
    .select()
    .from(certificate)
    .where(eq(certificate.requestId, requestId))
    .orderBy(desc(certificate.revision));
}

export async function findCertificateBySha256(orm: Orm, sha256: string): Promise<CertificateRow | undefined> {
  const [row] = await orm.select().from(certificate).where(eq(certificate.sha256, sha256));
  return row;
}

/** Adds a signing certificate; one that is known stays as it is. */
export async function insertSigner(db: Orm | Tx, row: SigningCertificateRow): Promise<void> {
  await db.insert(signingCertificate).values(row).onConflictDoNothing();
}

/** Every certificate that has ever signed here, in the order of first use. */
export function listSigners(orm: Orm): Promise<SigningCertificateRow[]> {
  return orm
    .select()
    .from(signingCertificate)
    .orderBy(signingCertificate.firstUsedAt, signingCertificate.fingerprint);
}

/**
 * What happened to certificates and is not in the log: of one request, or of all (at most `limit`), in the order in
 * which it happened. Who asks has locked the log.
 */
export async function listUnlogged(
  tx: Tx,
  { requestId, limit }: { requestId?: string; limit?: number },
): Promise<UnloggedEvent[]> {
  const { rows } = await tx.execute<
    Omit<UnloggedEvent, 'issuedAt' | 'at'> & Record<'issuedAt' | 'at', string>
  >(sql`
    SELECT e."certificateId", e.event, e.revision, e.sha256, e.salt, e."resultJson", e.issued_at AS "issuedAt", e.at
    FROM (
      SELECT c.id AS "certificateId", h.event, c.revision, c.sha256, c.log_salt AS salt,
        c.result_json AS "resultJson", c.issued_at,
        CASE h.event WHEN 'issued' THEN c.issued_at WHEN 'retracted' THEN r.retracted_at ELSE (
          SELECT min(n.published_at) FROM result_revision n
          WHERE n.request_id = r.request_id AND n.revision > r.revision AND n.published_at IS NOT NULL
        ) END AS at
      FROM certificate c JOIN result_revision r ON r.id = c.revision_id
      JOIN (VALUES ('issued'), ('superseded'), ('retracted')) AS h(event)
        ON h.event = 'issued' OR h.event = r.state
      WHERE ${requestId === undefined ? sql`true` : sql`c.request_id = ${requestId}`}
        AND NOT EXISTS (SELECT 1 FROM certificate_log l WHERE l.certificate_id = c.id AND l.event = h.event)
    ) AS e
    ORDER BY e.at, e.event = 'issued', e.revision LIMIT ${limit ?? null}`);
  return rows.map(({ issuedAt, at, ...row }) => ({
    ...row,
    issuedAt: new Date(issuedAt),
    at: new Date(at),
  }));
}

export async function insertLogged(
  tx: Tx,
  logged: { certificateId: string; event: LogEvent; index: number }[],
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO certificate_log (certificate_id, event, log_index)
    SELECT "certificateId", event, index FROM jsonb_to_recordset(${JSON.stringify(logged)}::jsonb)
      AS l("certificateId" uuid, event text, index bigint)`);
}

/** The log entries of a certificate, in the order of the log. */
export async function listLogged(
  orm: Orm,
  certificateId: string,
): Promise<{ event: LogEvent; index: number }[]> {
  const { rows } = await orm.execute<{ event: LogEvent; index: string }>(sql`
    SELECT event, log_index AS index FROM certificate_log WHERE certificate_id = ${certificateId} ORDER BY log_index`);
  return rows.map(({ event, index }) => ({ event, index: Number(index) }));
}

/** What the entries of the log from `from` to before `to` say, by our own rows. */
export async function listLoggedBetween(
  orm: Orm,
  from: number,
  to: number,
): Promise<{ certificateId: string; event: LogEvent; index: number; sha256: string }[]> {
  const { rows } = await orm.execute<{
    certificateId: string;
    event: LogEvent;
    index: string;
    sha256: string;
  }>(sql`
    SELECT l.certificate_id AS "certificateId", l.event, l.log_index AS index, c.sha256
    FROM certificate_log l JOIN certificate c ON c.id = l.certificate_id
    WHERE l.log_index >= ${from} AND l.log_index < ${to}`);
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}

/** The log entries of each certificate of a request, in the order of the log. */
export async function listLoggedOfRequest(
  orm: Orm,
  requestId: string,
): Promise<{ certificateId: string; event: LogEvent; index: number }[]> {
  const { rows } = await orm.execute<{ certificateId: string; event: LogEvent; index: string }>(sql`
    SELECT l.certificate_id AS "certificateId", l.event, l.log_index AS index
    FROM certificate_log l JOIN certificate c ON c.id = l.certificate_id
    WHERE c.request_id = ${requestId} ORDER BY l.log_index`);
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}
