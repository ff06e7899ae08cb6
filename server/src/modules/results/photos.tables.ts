import type { RedactionBox } from '@vialproof/contract/redaction';
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A photo of the vial at its receipt. */
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
  /** When the sample was refused; then the photo is never published. */
  refusedAt: instant('refused_at'),
  /** When the photo was removed because it showed another vial. */
  removedAt: instant('removed_at'),
  removedBy: uuid('removed_by'),
  removeReason: text('remove_reason'),
});
export type PhotoRow = typeof samplePhoto.$inferSelect;

/** A photo was blackened (redaction), and its original destroyed. */
export const photoRedaction = pgTable('photo_redaction', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  photoId: uuid('photo_id').notNull(),
  destroyedKey: text('destroyed_key').notNull(),
  destroyedSha256: text('destroyed_sha256').notNull(),
  destroyedBytes: integer('destroyed_bytes').notNull(),
  reason: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: instant('at').notNull(),
  /** The blackened parts. */
  boxes: jsonb().$type<RedactionBox[]>().notNull(),
  /** The second person who agreed. Null if the photo was not published yet. */
  confirmedBy: uuid('confirmed_by'),
});
export type RedactionRow = Omit<typeof photoRedaction.$inferSelect, 'id'>;

/** A proposal to blacken a photo after the publication. A second person decides. */
export const photoRedactionProposal = pgTable('photo_redaction_proposal', {
  id: uuid().primaryKey(),
  photoId: uuid('photo_id').notNull(),
  state: text().$type<'proposed' | 'confirmed' | 'refused'>().notNull(),
  boxes: jsonb().$type<RedactionBox[]>().notNull(),
  reason: text().notNull(),
  byId: uuid('by_id').notNull(),
  at: instant('at').notNull(),
  /** The blackened copy; null after the decision. */
  fileKey: text('file_key'),
  sha256: text().notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  decidedBy: uuid('decided_by'),
  decidedAt: instant('decided_at'),
});
export type ProposalRow = typeof photoRedactionProposal.$inferSelect;
/** A proposal that nobody has decided. Its blackened copy still exists. */
export type OpenProposal = ProposalRow & { fileKey: string };
