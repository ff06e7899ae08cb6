import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type OpenProposal,
  type PhotoRow,
  type ProposalRow,
  photoRedaction,
  photoRedactionProposal,
  type RedactionRow,
  samplePhoto,
} from './photos.tables.ts';

// The caller must have locked the request.

/** All photos of a request, without removed ones. */
export function listPhotos(db: Queryable, requestId: string): Promise<PhotoRow[]> {
  return db
    .select()
    .from(samplePhoto)
    .where(and(eq(samplePhoto.requestId, requestId), isNull(samplePhoto.removedAt)))
    .orderBy(asc(samplePhoto.takenAt), asc(samplePhoto.id));
}

/** The photos that readers may see. A photo that waits for a decision about blackening is left out. */
export async function listShownPhotos(db: Queryable, requestId: string): Promise<PhotoRow[]> {
  const photos = await listPhotos(db, requestId);
  const proposals = await listOpenProposals(
    db,
    photos.map(({ id }) => id),
  );
  const hidden = new Set(proposals.map(({ photoId }) => photoId));
  return photos.filter(({ id }) => !hidden.has(id));
}

/** One photo of a request that was not removed. */
export async function findPhotoOf(
  db: Queryable,
  requestId: string,
  id: string,
): Promise<PhotoRow | undefined> {
  return (await listPhotos(db, requestId)).find((photo) => photo.id === id);
}

export async function findPhoto(db: Queryable, id: string): Promise<PhotoRow | undefined> {
  const [row] = await db
    .select()
    .from(samplePhoto)
    .where(and(eq(samplePhoto.id, id), isNull(samplePhoto.removedAt)));
  return row;
}

export async function insertPhoto(tx: Tx, row: PhotoRow): Promise<void> {
  await tx.insert(samplePhoto).values(row);
}

/** Hides a photo. Its row and its file stay stored. */
export async function markPhotoRemoved(
  tx: Tx,
  id: string,
  change: { removedAt: Date; removedBy: string; removeReason: string },
): Promise<void> {
  await tx.update(samplePhoto).set(change).where(eq(samplePhoto.id, id));
}

/** Marks the photos of a refused vial. */
export async function markPhotosRefused(tx: Tx, requestId: string, refusedAt: Date): Promise<void> {
  await tx
    .update(samplePhoto)
    .set({ refusedAt })
    .where(and(eq(samplePhoto.requestId, requestId), isNull(samplePhoto.refusedAt)));
}

/** Stores the blackened file of a photo. */
export async function replacePhotoFile(
  tx: Tx,
  redaction: RedactionRow,
  file: Pick<PhotoRow, 'fileKey' | 'sha256' | 'sizeBytes'>,
): Promise<void> {
  await tx.insert(photoRedaction).values(redaction);
  await tx.update(samplePhoto).set(file).where(eq(samplePhoto.id, redaction.photoId));
}

/** How these photos were blackened, oldest first. */
export async function listRedactions(db: Queryable, photoIds: string[]): Promise<RedactionRow[]> {
  if (photoIds.length === 0) return [];
  return db
    .select()
    .from(photoRedaction)
    .where(inArray(photoRedaction.photoId, photoIds))
    .orderBy(asc(photoRedaction.id));
}

export async function insertProposal(tx: Tx, row: ProposalRow): Promise<void> {
  await tx.insert(photoRedactionProposal).values(row);
}

/** The open proposals to blacken these photos. */
export async function listOpenProposals(db: Queryable, photoIds: string[]): Promise<OpenProposal[]> {
  if (photoIds.length === 0) return [];
  const rows = await db
    .select()
    .from(photoRedactionProposal)
    .where(
      and(inArray(photoRedactionProposal.photoId, photoIds), eq(photoRedactionProposal.state, 'proposed')),
    );
  return rows.flatMap((row) => (row.fileKey === null ? [] : [{ ...row, fileKey: row.fileKey }]));
}

/** An open proposal by its id. */
export async function findOpenProposal(db: Queryable, id: string): Promise<OpenProposal | undefined> {
  const [row] = await db
    .select()
    .from(photoRedactionProposal)
    .where(and(eq(photoRedactionProposal.id, id), eq(photoRedactionProposal.state, 'proposed')));
  return row?.fileKey == null ? undefined : { ...row, fileKey: row.fileKey };
}

/** Closes a proposal. Its blackened copy is then used or destroyed. */
export async function decideProposal(
  tx: Tx,
  id: string,
  decision: { state: 'confirmed' | 'refused'; decidedBy: string; decidedAt: Date },
): Promise<void> {
  await tx
    .update(photoRedactionProposal)
    .set({ ...decision, fileKey: null })
    .where(eq(photoRedactionProposal.id, id));
}
