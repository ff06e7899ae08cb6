import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
  removeReason: text('remove_reason'),
});
export type PhotoRow = typeof samplePhoto.$inferSelect;

/** A photo of before, destroyed because it showed an address or a face. */
export const photoRedaction = pgTable('photo_redaction', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  photoId: uuid('photo_id').notNull(),
  destroyedKey: text('destroyed_key').notNull(),
  destroyedSha256: text('destroyed_sha256').notNull(),
  destroyedBytes: integer('destroyed_bytes').notNull(),
  reason: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: instant('at').notNull(),
});
export type RedactionRow = Omit<typeof photoRedaction.$inferSelect, 'id'>;
