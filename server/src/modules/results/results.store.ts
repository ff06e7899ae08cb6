import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Orm, Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type AttachmentRow,
  draftSave,
  type RevisionRow,
  resultAttachment,
  resultRevision,
  revisionContributor,
} from './results.tables.ts';

// The caller must have locked the request.

/** All revisions of a request, oldest first. */
export function listChain(db: Queryable, requestId: string): Promise<RevisionRow[]> {
  return db
    .select()
    .from(resultRevision)
    .where(eq(resultRevision.requestId, requestId))
    .orderBy(asc(resultRevision.revision));
}

/** The prepared query of a request's published revisions, oldest first. */
export function preparePublished(orm: Orm): (requestId: string) => Promise<RevisionRow[]> {
  const published = orm
    .select()
    .from(resultRevision)
    .where(
      and(eq(resultRevision.requestId, sql.placeholder('requestId')), isNotNull(resultRevision.publishedAt)),
    )
    .orderBy(asc(resultRevision.revision))
    .prepare('results_published');
  return (requestId) => published.execute({ requestId });
}

/** A page of the present results after the id `after`. */
export function listPublishedAfter(
  db: Queryable,
  after: string | undefined,
  limit: number,
): Promise<Pick<RevisionRow, 'id' | 'requestId' | 'revision' | 'measurements'>[]> {
  const { id, requestId, revision, measurements } = resultRevision;
  return db
    .select({ id, requestId, revision, measurements })
    .from(resultRevision)
    .where(and(eq(resultRevision.state, 'published'), after === undefined ? undefined : gt(id, after)))
    .orderBy(asc(id))
    .limit(limit);
}

type RevisionEnd = { event: 'superseded' | 'retracted'; at: Date };

/** When and how these revisions ended. */
export async function listEnds(db: Queryable, revisionIds: string[]): Promise<Map<string, RevisionEnd>> {
  const { rows } = await db.execute<{ id: string; event: RevisionEnd['event']; at: string }>(sql`
    SELECT id, state AS event, CASE state WHEN 'retracted' THEN retracted_at ELSE (
      SELECT min(n.published_at) FROM result_revision n
      WHERE n.request_id = r.request_id AND n.revision > r.revision AND n.published_at IS NOT NULL) END AS at
    FROM result_revision r
    WHERE id = ANY (${sql.param(revisionIds)}::uuid[]) AND state IN ('superseded', 'retracted')`);
  return new Map(rows.map(({ id, event, at }) => [id, { event, at: new Date(at) }]));
}

/** The titles of the published results of these requests. */
export async function listTitles(
  db: Queryable,
  requestIds: string[],
): Promise<{ requestId: string; title: string }[]> {
  if (requestIds.length === 0) return [];
  return db
    .select({ requestId: resultRevision.requestId, title: resultRevision.title })
    .from(resultRevision)
    .where(and(inArray(resultRevision.requestId, requestIds), eq(resultRevision.state, 'published')));
}

export async function insertRevision(tx: Tx, row: RevisionRow): Promise<RevisionRow> {
  await tx.insert(resultRevision).values(row);
  return row;
}

export async function updateRevision(tx: Tx, id: string, change: Partial<RevisionRow>): Promise<RevisionRow> {
  const [row] = await tx.update(resultRevision).set(change).where(eq(resultRevision.id, id)).returning();
  if (!row) throw new Error(`revision ${id} is missing`);
  return row;
}

/** Stores a draft's contents after a save. */
export async function insertDraftSave(tx: Tx, row: RevisionRow, by: string): Promise<void> {
  const { id: revisionId, version, title, summary, measurements, record, updatedAt: at } = row;
  const content = { title, summary, measurements, record };
  await tx.insert(draftSave).values({ revisionId, version, ...content, byId: by, at });
}

/** The content of a draft at a time. Without `at`: what was stored first. */
export async function findDraftSave(
  db: Queryable,
  revisionId: string,
  at?: Date,
): Promise<typeof draftSave.$inferSelect | undefined> {
  const [row] = await db
    .select()
    .from(draftSave)
    .where(and(eq(draftSave.revisionId, revisionId), at ? lte(draftSave.at, at) : undefined))
    .orderBy(at ? desc(draftSave.version) : asc(draftSave.version))
    .limit(1);
  return row;
}

export async function addContributor(
  tx: Tx,
  revisionId: string,
  userId: string,
  firstAt: Date,
): Promise<void> {
  await tx.insert(revisionContributor).values({ revisionId, userId, firstAt }).onConflictDoNothing();
}

/** The people who contributed to these revisions, in order. */
export async function listContributors(
  db: Queryable,
  revisionIds: string[],
): Promise<(typeof revisionContributor.$inferSelect)[]> {
  if (revisionIds.length === 0) return [];
  return db
    .select()
    .from(revisionContributor)
    .where(inArray(revisionContributor.revisionId, revisionIds))
    .orderBy(asc(revisionContributor.firstAt), asc(revisionContributor.userId));
}

export async function listAttachments(db: Queryable, revisionIds: string[]): Promise<AttachmentRow[]> {
  if (revisionIds.length === 0) return [];
  return db
    .select()
    .from(resultAttachment)
    .where(inArray(resultAttachment.revisionId, revisionIds))
    .orderBy(asc(resultAttachment.uploadedAt), asc(resultAttachment.id));
}

export async function insertAttachment(tx: Tx, row: AttachmentRow): Promise<void> {
  await tx.insert(resultAttachment).values(row);
}

export async function findAttachment(
  db: Queryable,
  id: string,
): Promise<{ attachment: AttachmentRow; revision: RevisionRow } | undefined> {
  const [row] = await db
    .select({ attachment: resultAttachment, revision: resultRevision })
    .from(resultAttachment)
    .innerJoin(resultRevision, eq(resultRevision.id, resultAttachment.revisionId))
    .where(eq(resultAttachment.id, id));
  return row;
}

/** Copies contributors and files to another revision. The files themselves are stored only once. */
export async function copyContributorsAndAttachments(tx: Tx, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO revision_contributor (revision_id, user_id, first_at)
    SELECT ${to}, user_id, first_at FROM revision_contributor WHERE revision_id = ${from}
    ON CONFLICT DO NOTHING`);
  await tx.execute(sql`
    INSERT INTO result_attachment (id, revision_id, file_key, file_name, content_type, sha256, size_bytes,
      uploaded_by, uploaded_at)
    SELECT gen_random_uuid(), ${to}, file_key, file_name, content_type, sha256, size_bytes, uploaded_by, uploaded_at
    FROM result_attachment WHERE revision_id = ${from}`);
}
