import type { TemplateLine } from '@vialproof/contract/methods';
import { and, asc, desc, eq, lte, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type CompoundRow,
  compound,
  methodTemplate,
  methodTemplateVersion,
  type TemplateRow,
} from './methods.tables.ts';

export function listTemplateRows(db: Queryable): Promise<TemplateRow[]> {
  return db.select().from(methodTemplate);
}

/** The template of a test and that of its family. */
export function findTemplatesFor(
  db: Queryable,
  test: { id: string; family: string },
): Promise<TemplateRow[]> {
  return db
    .select()
    .from(methodTemplate)
    .where(or(eq(methodTemplate.skuId, test.id), eq(methodTemplate.family, test.family)));
}

/** The lines of a test's template at an earlier time. */
export async function findLinesAt(
  db: Queryable,
  test: { id: string; family: string },
  at: Date,
): Promise<TemplateLine[]> {
  const { skuId, family, lines, version } = methodTemplateVersion;
  const isOfTest = or(eq(skuId, test.id), eq(family, test.family));
  const [row] = await db
    .select({ lines })
    .from(methodTemplateVersion)
    .where(and(isOfTest, lte(methodTemplateVersion.at, at)))
    .orderBy(asc(sql`${skuId} IS NULL`), desc(methodTemplateVersion.at), desc(version))
    .limit(1);
  return row?.lines ?? [];
}

/** Locks templates, because two people may create one at the same time. */
export async function lockTemplates(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('method_template'))`);
}

/** Writes the next or first version of a template. */
export async function putTemplate(tx: Tx, row: TemplateRow): Promise<void> {
  const { version, lines, integration, requires, dateOrder, updatedAt } = row;
  await tx.insert(methodTemplate).values(row).onConflictDoUpdate({
    target: methodTemplate.id,
    set: { version, lines, integration, requires, dateOrder, updatedAt },
  });
}

/** Adds templates that are missing. Existing lines stay. */
export async function insertMissingTemplates(db: Queryable, rows: TemplateRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(methodTemplate).values(rows).onConflictDoNothing();
}

export function listCompoundRows(db: Queryable): Promise<CompoundRow[]> {
  return db.select().from(compound).orderBy(asc(compound.name));
}

export async function insertMissingCompounds(db: Queryable, rows: CompoundRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(compound).values(rows).onConflictDoNothing();
}
