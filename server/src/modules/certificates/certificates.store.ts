import type { LogEvent } from '@vialproof/science/proof/log-entry';
import { desc, eq, gt, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Orm, Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type CertificateRow,
  certificate,
  type SigningCertificateRow,
  signingCertificate,
} from './certificates.tables.ts';

/** Inserts a certificate, which never changes. */
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

export async function listRevisions(pool: pg.Pool, requestId: string): Promise<number[]> {
  const { rows } = await pool.query<{ revision: number }>({
    name: 'certificates_revisions',
    text: 'SELECT revision FROM certificate WHERE request_id = $1',
    values: [requestId],
  });
  return rows.map(({ revision }) => revision);
}

export async function findCertificateBySha256(orm: Orm, sha256: string): Promise<CertificateRow | undefined> {
  const [row] = await orm.select().from(certificate).where(eq(certificate.sha256, sha256));
  return row;
}

/** Stores the certificate of a signing key, once. */
export async function insertSigner(db: Orm | Tx, row: SigningCertificateRow): Promise<void> {
  await db.insert(signingCertificate).values(row).onConflictDoNothing();
}

/** All certificates of signing keys, oldest first. */
export function listSigners(orm: Orm): Promise<SigningCertificateRow[]> {
  return orm
    .select()
    .from(signingCertificate)
    .orderBy(signingCertificate.firstUsedAt, signingCertificate.fingerprint);
}

/** The columns from which log entries are made. */
export type IssuedRow = Pick<CertificateRow, 'id' | 'revisionId' | 'revision' | 'issuedAt'>;

/** A page of certificates after this id, without their contents. */
export function listCertificatesAfter(db: Queryable, after: string, limit: number): Promise<IssuedRow[]> {
  const { id, revisionId, revision, issuedAt } = certificate;
  return db
    .select({ id, revisionId, revision, issuedAt })
    .from(certificate)
    .where(gt(id, after))
    .orderBy(id)
    .limit(limit);
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

/** What the public log must contain between these two entries. */
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

/** The entries of these certificates in the public log. */
export async function listLoggedOf(
  db: Queryable,
  certificateIds: string[],
): Promise<{ certificateId: string; event: LogEvent; index: number }[]> {
  const { rows } = await db.execute<{ certificateId: string; event: LogEvent; index: string }>(sql`
    SELECT certificate_id AS "certificateId", event, log_index AS index FROM certificate_log
    WHERE certificate_id = ANY (${sql.param(certificateIds)}::uuid[]) ORDER BY log_index`);
  return rows.map((row) => ({ ...row, index: Number(row.index) }));
}
