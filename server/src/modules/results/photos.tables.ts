import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A photo of the vial as it came in, belonging to the request and not to a revision. */
export const samplePhoto = pgTable('sample_photo', {
  id: uuid().primaryKey(),
  requestId: uuid('request_id').notNull(),
  fileKey: text('file_key').notNull(),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  takenAt: instant('taken_at').notNull(),
  takenBy: uuid('taken_by').notNull(),
  /** When the sample that it shows was refused; such a photo is never published. */
  refusedAt: instant('refused_at'),
  /** When somebody took it out of sight, because it showed another vial. */
  removedAt: instant('removed_at'),
  removedBy: uuid('removed_by'),
});
export type PhotoRow = typeof samplePhoto.$inferSelect;
