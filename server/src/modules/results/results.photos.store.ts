import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Orm, Queryable, Tx } from '../../platform/database.ts';
import { type PhotoRow, samplePhoto } from './results.photos.tables.ts';

export type PhotosStore = ReturnType<typeof photosStore>;

/** The statements of photos. Whoever changes those of a request has locked its row first. */
export function photosStore(orm: Orm) {
  return {
    /** All of a request's, oldest first. */
    ofRequest: (requestId: string, db: Queryable = orm): Promise<PhotoRow[]> =>
      db
        .select()
        .from(samplePhoto)
        .where(eq(samplePhoto.requestId, requestId))
        .orderBy(asc(samplePhoto.takenAt), asc(samplePhoto.id)),

    async find(id: string): Promise<PhotoRow | undefined> {
      const [row] = await orm.select().from(samplePhoto).where(eq(samplePhoto.id, id));
      return row;
    },

    async insert(tx: Tx, row: PhotoRow): Promise<void> {
      await tx.insert(samplePhoto).values(row);
    },

    async remove(tx: Tx, id: string): Promise<void> {
      await tx.delete(samplePhoto).where(eq(samplePhoto.id, id));
    },

    /** What shows a vial that was refused is not of the one that will be tested. */
    async markRefused(tx: Tx, requestId: string, refusedAt: Date): Promise<void> {
      await tx
        .update(samplePhoto)
        .set({ refusedAt })
        .where(and(eq(samplePhoto.requestId, requestId), isNull(samplePhoto.refusedAt)));
    },
  };
}
