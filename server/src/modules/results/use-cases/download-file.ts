import { dayOf } from '@vialproof/science/calendar/dates';
import type { Viewer } from '../../../platform/access.ts';
import type { Viewed } from '../../../platform/audit.ts';
import type { StoredFile } from '../../../platform/http/http-file.ts';
import { isUuid } from '../../../platform/ids.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Audience } from '../../../platform/signed-links.ts';
import { isOrderReader, selectOrder } from '../../orders/orders.service.ts';
import { findOpenProposal, findPhoto, listOpenProposals } from '../photos.store.ts';
import type { PhotoRow } from '../photos.tables.ts';
import type { ResultsContext } from '../results.context.ts';
import { findAttachment } from '../results.store.ts';
import { mayReadResult } from '../rules/permissions.ts';

type Kind = 'attachment' | 'photo';
/**
 * Who reads a file, known by a token or a signed link. `onlyLooks`: a HEAD request, after which the link still works.
 */
export type FileReader = { viewer: Viewer | null; link?: string | undefined; onlyLooks?: boolean };

/** An address that a browser can open without a token, until it expires. */
type FileLink = { url: string; expires_at: string };

/** A stored file, and who may read it. */
type ResultFile = {
  requestId: string;
  fileKey: string;
  fileName: string;
  contentType: string;
  sha256: string;
  /** Whether the file is part of a published result. */
  isPublished: boolean;
  /** Whether the owner may read it before the publication. */
  isOwners: boolean;
};

/** Sends a file or photo to those who may read it. */
export async function downloadResultFile(
  ctx: ResultsContext,
  kind: Kind,
  id: string,
  reader: FileReader,
): Promise<(StoredFile & { fileName: string; viewed: Viewed | null }) | Refusal> {
  const found = await findReadable(ctx, kind, id, reader);
  if (isRefusal(found)) return found;
  const { file, isPublic, viewed } = found;
  const { fileName, contentType, sha256, fileKey } = file;
  const bytes = await ctx.platform.files.get(fileKey);
  return { fileName, contentType, sha256, isPublic, bytes, viewed };
}

/**
 * An address for a file that a browser can open without a token, once within 60 seconds. A public file keeps its usual
 * address.
 */
export async function linkResultFile(
  ctx: ResultsContext,
  kind: Kind,
  id: string,
  viewer: Viewer | null,
): Promise<{ link: FileLink; viewed: Viewed | null } | Refusal> {
  const found = await findReadable(ctx, kind, id, { viewer });
  if (isRefusal(found)) return found;
  const { link, expiresAt } = ctx.links.sign(`${kind}:${id.toLowerCase()}`, found.audience);
  const address = `/api/${kind}s/${id}`;
  const url = found.isPublic ? address : `${address}?link=${link}`;
  return { link: { url, expires_at: expiresAt.toISOString() }, viewed: found.viewed };
}

/** The file, the reader's role, and what the audit log records of the view. Refusal: `not_found`. */
async function findReadable(
  ctx: ResultsContext,
  kind: Kind,
  id: string,
  { viewer, link, onlyLooks }: FileReader,
): Promise<{ file: ResultFile; isPublic: boolean; audience: Audience; viewed: Viewed | null } | Refusal> {
  const file = await findFile(ctx, kind, id);
  if (!file) return refuse('not_found');
  const request = await selectOrder(ctx.orders, file.requestId);
  const linkedAs = await ctx.links.use(`${kind}:${id.toLowerCase()}`, link, { onlyLooks });
  const isPublic = file.isPublished && request.visibility === 'public';
  const isReader = viewer !== null && (await isOrderReader(ctx.orders, viewer.id, request));
  const isOwn = file.isOwners && isReader;
  const byLink = linkedAs === 'staff' || (linkedAs === 'own' && file.isOwners);
  if (!byLink && !mayReadResult(viewer, { isOwn, isPublic })) return refuse('not_found');
  // For their own test, staff may read only what customers may read.
  if (isReader && !file.isOwners) return refuse('not_found');
  const viewed = isPublic || isOwn ? null : { kind: 'request', id: file.requestId, detail: { [kind]: id } };
  return { file, isPublic, audience: isOwn ? 'own' : 'staff', viewed };
}

async function findFile(ctx: ResultsContext, kind: Kind, id: string): Promise<ResultFile | undefined> {
  if (!isUuid(id)) return undefined;
  const { orm } = ctx.platform.db;
  if (kind === 'attachment') {
    const found = await findAttachment(orm, id);
    if (!found) return undefined;
    const { attachment, revision } = found;
    const isPublished = revision.state === 'published';
    return { ...attachment, requestId: revision.requestId, isPublished, isOwners: isPublished };
  }
  const photo = await findPhoto(orm, id);
  return photo ? describePhoto(ctx, photo) : findCopy(ctx, id);
}

async function describePhoto(ctx: ResultsContext, photo: PhotoRow): Promise<ResultFile> {
  const published = await ctx.listPublished(photo.requestId);
  const isInForce = published.some((row) => row.state === 'published');
  const isHidden = (await listOpenProposals(ctx.platform.db.orm, [photo.id])).length > 0;
  return {
    ...photo,
    fileName: `vial-${dayOf(photo.takenAt)}.jpg`,
    contentType: 'image/jpeg',
    isPublished: isInForce && photo.refusedAt === null && !isHidden,
    // A photo that waits for a decision is visible only to staff.
    isOwners: !isHidden,
  };
}

/** The blackened copy of a photo, by its proposal. */
async function findCopy(ctx: ResultsContext, id: string): Promise<ResultFile | undefined> {
  const { orm } = ctx.platform.db;
  const proposal = await findOpenProposal(orm, id);
  const photo = proposal && (await findPhoto(orm, proposal.photoId));
  if (!photo) return undefined;
  const { fileKey, sha256 } = proposal;
  const hidden = { isPublished: false, isOwners: false };
  const { requestId } = photo;
  return { requestId, fileKey, sha256, fileName: 'redacted.jpg', contentType: 'image/jpeg', ...hidden };
}
