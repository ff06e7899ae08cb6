import { asc, eq, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database.ts';
import { type CompoundRow, compound, methodTemplate, type TemplateRow } from './methods.tables.ts';

export function listTemplateRows(db: Queryable): Promise<TemplateRow[]> {
  return db.select().from(methodTemplate);
}

/** The lines of a test and of its family, whichever there are. */
export function findTemplatesFor(
  db: Queryable,
  test: { id: string; family: string },
): Promise<TemplateRow[]> {
  return db
    .select()
    .from(methodTemplate)
    .where(or(eq(methodTemplate.skuId, test.id), eq(methodTemplate.family, test.family)));
}

/** All changes of templates take turns: two people may begin the lines of one test at the same time. */
export async function lockTemplates(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('method_template'))`);
}

export async function putTemplate(tx: Tx, row: TemplateRow): Promise<void> {
  const { version, lines, integration, updatedAt } = row;
  await tx
    .insert(methodTemplate)
    .values(row)
    .onConflictDoUpdate({ target: methodTemplate.id, set: { version, lines, integration, updatedAt } });
}

/** Adds what is missing; never touches lines that somebody may have changed since. */
export async function insertMissingTemplates(db: Queryable, rows: TemplateRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(methodTemplate).values(rows).onConflictDoNothing();
}

export function listCompoundRows(db: Queryable): Promise<CompoundRow[]> {
  return db.select().from(compound).orderBy(asc(compound.name));
}

export async function insertMissingCompounds(db: Queryable, rows: CompoundRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(compound).values(rows).onConflictDoNothing();
}
