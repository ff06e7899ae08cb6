import { and, asc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Orm, Queryable, Tx } from '../../platform/database.ts';
import {
  type AttachmentRow,
  type ChromatogramFacts,
  type ChromatogramRow,
  chromatogram,
  type RevisionRow,
  resultAttachment,
  resultRevision,
  revisionContributor,
} from './results.tables.ts';

export type ResultsStore = ReturnType<typeof resultsStore>;
export type Parts = { chromatograms: ChromatogramFacts[]; attachments: AttachmentRow[] };

/** The statements of results. Whoever changes a chain has locked its request's row first. */
export function resultsStore(orm: Orm) {
  const published = orm
    .select()
    .from(resultRevision)
    .where(
      and(eq(resultRevision.requestId, sql.placeholder('requestId')), isNotNull(resultRevision.publishedAt)),
    )
    .orderBy(asc(resultRevision.revision))
    .prepare('results_published');

  return {
    /** The whole chain of a request, oldest first. */
    chain: (requestId: string, db: Queryable = orm): Promise<RevisionRow[]> =>
      db
        .select()
        .from(resultRevision)
        .where(eq(resultRevision.requestId, requestId))
        .orderBy(asc(resultRevision.revision)),

    /** What has ever been published of a request, oldest first. */
    published: (requestId: string): Promise<RevisionRow[]> => published.execute({ requestId }),

    async titles(requestIds: string[]): Promise<{ requestId: string; title: string }[]> {
      if (requestIds.length === 0) return [];
      return orm
        .select({ requestId: resultRevision.requestId, title: resultRevision.title })
        .from(resultRevision)
        .where(and(inArray(resultRevision.requestId, requestIds), eq(resultRevision.state, 'published')));
    },

    async insertRevision(tx: Tx, row: RevisionRow): Promise<RevisionRow> {
      await tx.insert(resultRevision).values(row);
      return row;
    },

    async updateRevision(tx: Tx, id: string, change: Partial<RevisionRow>): Promise<RevisionRow> {
      const [row] = await tx.update(resultRevision).set(change).where(eq(resultRevision.id, id)).returning();
      if (!row) throw new Error(`revision ${id} is missing`);
      return row;
    },

    async addContributor(tx: Tx, revisionId: string, userId: string, firstAt: Date): Promise<void> {
      await tx.insert(revisionContributor).values({ revisionId, userId, firstAt }).onConflictDoNothing();
    },

    /** Who touched these revisions, in the order of their first touch. */
    contributors: (
      revisionIds: string[],
      db: Queryable = orm,
    ): Promise<(typeof revisionContributor.$inferSelect)[]> =>
      db
        .select()
        .from(revisionContributor)
        .where(inArray(revisionContributor.revisionId, revisionIds))
        .orderBy(asc(revisionContributor.firstAt), asc(revisionContributor.userId)),

    /** Chromatograms, without their points, and files of these revisions. */
    async parts(revisionIds: string[], db: Queryable = orm): Promise<Parts> {
      if (revisionIds.length === 0) return { chromatograms: [], attachments: [] };
      const { trace, ...facts } = getTableColumns(chromatogram);
      const chromatograms = await db
        .select({ ...facts, points: sql<number>`octet_length(${trace}) / 16` })
        .from(chromatogram)
        .where(inArray(chromatogram.revisionId, revisionIds));
      return { chromatograms, attachments: await this.attachments(revisionIds, db) };
    },

    attachments: (revisionIds: string[], db: Queryable = orm): Promise<AttachmentRow[]> =>
      db
        .select()
        .from(resultAttachment)
        .where(inArray(resultAttachment.revisionId, revisionIds))
        .orderBy(asc(resultAttachment.uploadedAt), asc(resultAttachment.id)),

    /** The points of the traces with these files, each file once; see trace-bytes. */
    traces: (fileKeys: string[]): Promise<Pick<ChromatogramRow, 'fileKey' | 'trace'>[]> =>
      orm
        .selectDistinctOn([chromatogram.fileKey], {
          fileKey: chromatogram.fileKey,
          trace: chromatogram.trace,
        })
        .from(chromatogram)
        .where(inArray(chromatogram.fileKey, fileKeys)),

    async findChromatogram(revisionId: string, db: Queryable = orm): Promise<ChromatogramRow | undefined> {
      const [row] = await db.select().from(chromatogram).where(eq(chromatogram.revisionId, revisionId));
      return row;
    },

    /** Changes how a trace is integrated, if it is still the one that `version` saw; answers whether it was. */
    async updateIntegration(
      tx: Tx,
      { id, version }: Pick<ChromatogramRow, 'id' | 'version'>,
      change: Partial<ChromatogramRow>,
    ): Promise<boolean> {
      const changed = await tx
        .update(chromatogram)
        .set({ ...change, version: version + 1 })
        .where(and(eq(chromatogram.id, id), eq(chromatogram.version, version)))
        .returning({ id: chromatogram.id });
      return changed.length === 1;
    },

    /**
     * Puts the trace in the place of the one before, whose version it goes on from; answers the key of a file that
     * nothing refers to any more.
     */
    async replaceChromatogram(tx: Tx, row: Omit<ChromatogramRow, 'version'>): Promise<string | undefined> {
      const [before] = await tx
        .delete(chromatogram)
        .where(eq(chromatogram.revisionId, row.revisionId))
        .returning({ fileKey: chromatogram.fileKey, version: chromatogram.version });
      await tx.insert(chromatogram).values({ ...row, version: before ? before.version + 1 : 0 });
      if (!before) return undefined;
      const [other] = await tx
        .select({ id: chromatogram.id })
        .from(chromatogram)
        .where(eq(chromatogram.fileKey, before.fileKey))
        .limit(1);
      return other ? undefined : before.fileKey;
    },

    async insertAttachment(tx: Tx, row: AttachmentRow): Promise<void> {
      await tx.insert(resultAttachment).values(row);
    },

    async findAttachment(
      id: string,
    ): Promise<{ attachment: AttachmentRow; revision: RevisionRow } | undefined> {
      const [row] = await orm
        .select({ attachment: resultAttachment, revision: resultRevision })
        .from(resultAttachment)
        .innerJoin(resultRevision, eq(resultRevision.id, resultAttachment.revisionId))
        .where(eq(resultAttachment.id, id));
      return row;
    },

    /** Gives a new revision what the one before had: contributors, trace and files; the stored bytes are shared. */
    async inherit(tx: Tx, from: string, to: string): Promise<void> {
      await tx.execute(sql`
        INSERT INTO revision_contributor (revision_id, user_id, first_at)
        SELECT ${to}, user_id, first_at FROM revision_contributor WHERE revision_id = ${from}
        ON CONFLICT DO NOTHING`);
      await tx.execute(sql`
        INSERT INTO chromatogram (id, revision_id, file_key, file_name, sha256, size_bytes, wavelength_nm, trace,
          signal_unit, format, warnings, peaks, main_peak, purity_percent, method, baseline, limits_by, version,
          changed_by, changed_at, proposal, instrument, uploaded_by, uploaded_at)
        SELECT gen_random_uuid(), ${to}, file_key, file_name, sha256, size_bytes, wavelength_nm, trace,
          signal_unit, format, warnings, peaks, main_peak, purity_percent, method, baseline, limits_by, version,
          changed_by, changed_at, proposal, instrument, uploaded_by, uploaded_at
        FROM chromatogram WHERE revision_id = ${from}`);
      await tx.execute(sql`
        INSERT INTO result_attachment (id, revision_id, file_key, file_name, content_type, sha256, size_bytes,
          uploaded_by, uploaded_at)
        SELECT gen_random_uuid(), ${to}, file_key, file_name, content_type, sha256, size_bytes, uploaded_by, uploaded_at
        FROM result_attachment WHERE revision_id = ${from}`);
    },
  };
}
