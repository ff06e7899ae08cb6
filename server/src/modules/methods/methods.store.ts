import { asc, eq, or, sql } from 'drizzle-orm';
import type { Orm, Queryable, Tx } from '../../platform/database.ts';
import { type CompoundRow, compound, methodTemplate, type TemplateRow } from './methods.tables.ts';

/** The statements of templates and compounds. */
export function methodsStore(orm: Orm) {
  return {
    list: (db: Queryable = orm): Promise<TemplateRow[]> => db.select().from(methodTemplate),

    /** The lines of a test and of its family, whichever there are. */
    findFor: (test: { id: string; family: string }, db: Queryable = orm): Promise<TemplateRow[]> =>
      db
        .select()
        .from(methodTemplate)
        .where(or(eq(methodTemplate.skuId, test.id), eq(methodTemplate.family, test.family))),

    /** All changes of templates take turns: two people may begin the lines of one test at the same time. */
    async takeTurn(tx: Tx): Promise<void> {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('method_template'))`);
    },

    async put(tx: Tx, row: TemplateRow): Promise<void> {
      const { version, lines, updatedAt } = row;
      await tx
        .insert(methodTemplate)
        .values(row)
        .onConflictDoUpdate({ target: methodTemplate.id, set: { version, lines, updatedAt } });
    },

    /** Adds what is missing; never touches lines that somebody may have changed since. */
    async addMissing(rows: TemplateRow[]): Promise<void> {
      if (rows.length > 0) await orm.insert(methodTemplate).values(rows).onConflictDoNothing();
    },

    compounds: (): Promise<CompoundRow[]> => orm.select().from(compound).orderBy(asc(compound.name)),

    async addMissingCompounds(rows: CompoundRow[]): Promise<void> {
      if (rows.length > 0) await orm.insert(compound).values(rows).onConflictDoNothing();
    },
  };
}
