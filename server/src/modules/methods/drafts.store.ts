import { and, desc, eq, isNull, or } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { type DraftRow, methodTemplateDraft, type NewDraft } from './drafts.tables.ts';
import { methodTemplate, methodTemplateVersion } from './methods.tables.ts';

/** What a template belongs to: a test or a family. */
export type Subject = { skuId: string; family: null } | { skuId: null; family: string };

const { skuId, family, state, number, approvedVersion } = methodTemplateDraft;
const isOf = (subject: Subject) =>
  subject.skuId === null ? eq(family, subject.family) : eq(skuId, subject.skuId);

/** The open drafts of all templates. */
export function listOpenDrafts(db: Queryable): Promise<DraftRow[]> {
  return db.select().from(methodTemplateDraft).where(eq(state, 'open'));
}

/** The drafts that made the present versions. */
export async function listPresentDrafts(db: Queryable): Promise<DraftRow[]> {
  const isTemplates = or(eq(skuId, methodTemplate.skuId), eq(family, methodTemplate.family));
  const rows = await db
    .select({ draft: methodTemplateDraft })
    .from(methodTemplateDraft)
    .innerJoin(methodTemplate, and(isTemplates, eq(approvedVersion, methodTemplate.version)));
  return rows.map(({ draft }) => draft);
}

export async function findOpenDraft(db: Queryable, subject: Subject): Promise<DraftRow | undefined> {
  const [row] = await db
    .select()
    .from(methodTemplateDraft)
    .where(and(isOf(subject), eq(state, 'open')));
  return row;
}

export async function findDraft(db: Queryable, subject: Subject, id: string): Promise<DraftRow | undefined> {
  const [row] = await db
    .select()
    .from(methodTemplateDraft)
    .where(and(isOf(subject), eq(methodTemplateDraft.id, id)));
  return row;
}

/** All drafts of a template, newest first. */
export function listDrafts(db: Queryable, subject: Subject, limit: number): Promise<DraftRow[]> {
  return db.select().from(methodTemplateDraft).where(isOf(subject)).orderBy(desc(number)).limit(limit);
}

/** Drafts of a person, and those that the person decided about. */
export function listDraftsOf(db: Queryable, userId: string): Promise<DraftRow[]> {
  const { byId, decidedBy } = methodTemplateDraft;
  return db
    .select()
    .from(methodTemplateDraft)
    .where(or(eq(byId, userId), eq(decidedBy, userId)))
    .orderBy(desc(number));
}

/** The approved drafts, each with the version it became. */
export async function listApprovedVersions(
  db: Queryable,
): Promise<{ draft: DraftRow; lines: DraftRow['lines']; dateOrder: DraftRow['dateOrder'] }[]> {
  const of = methodTemplateVersion;
  const isSubjects = or(eq(skuId, of.skuId), eq(family, of.family));
  return db
    .select({ draft: methodTemplateDraft, lines: of.lines, dateOrder: of.dateOrder })
    .from(methodTemplateDraft)
    .innerJoin(of, and(isSubjects, eq(approvedVersion, of.version)));
}

/** Versions that were stored without a draft, newest first. */
export function listOtherVersions(
  db: Queryable,
  subject: Subject,
  limit: number,
): Promise<{ version: number; at: Date }[]> {
  const of = methodTemplateVersion;
  const isSubjects = subject.skuId === null ? eq(of.family, subject.family) : eq(of.skuId, subject.skuId);
  return db
    .select({ version: of.version, at: of.at })
    .from(of)
    .leftJoin(methodTemplateDraft, and(isOf(subject), eq(approvedVersion, of.version)))
    .where(and(isSubjects, isNull(methodTemplateDraft.id)))
    .orderBy(desc(of.version))
    .limit(limit);
}

export async function insertDraft(tx: Tx, row: NewDraft): Promise<void> {
  await tx.insert(methodTemplateDraft).values(row);
}

export async function closeDraft(
  tx: Tx,
  id: string,
  decision: Pick<DraftRow, 'state' | 'decidedBy' | 'decidedAt' | 'decisionReason' | 'approvedVersion'>,
): Promise<void> {
  await tx.update(methodTemplateDraft).set(decision).where(eq(methodTemplateDraft.id, id));
}
