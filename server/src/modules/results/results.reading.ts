import { isStaff, mayReadResult, type Viewer } from '../../platform/access.ts';
import { recordView } from '../../platform/audit.ts';
import type { StoredFile } from '../../platform/http-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { type Audience, createSignedLinks } from '../../platform/signed-links.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { PhotosStore } from './results.photos.store.ts';
import type { ResultsStore } from './results.store.ts';

export type AttachedFile = StoredFile & { fileName: string };
type Kind = 'attachment' | 'photo';
/** Who asks: somebody with a token, or whoever bears a signed link; `onlyLooks` at the head, which uses up no link. */
export type FileReader = { viewer: Viewer | null; link?: string | undefined; onlyLooks?: boolean };

/** A stored file, and who may have it. */
type Kept = {
  requestId: string;
  fileKey: string;
  fileName: string;
  contentType: string;
  sha256: string;
  /** Part of a result that stands. */
  isPublished: boolean;
  /** Its owner may have it before the result is published. */
  isOwners: boolean;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Attachments and photos as they are given out: with a token, or by a link that stands for one. */
export function reading(
  platform: Platform,
  { store, photos, orders }: { store: ResultsStore; photos: PhotosStore; orders: Orders },
) {
  const { db, files, clock, config } = platform;
  const links = createSignedLinks({ secret: config.secrets.jwt, clock, limits: platform.limits });

  async function findKept(kind: Kind, id: string): Promise<Kept | undefined> {
    if (!UUID.test(id)) return undefined;
    if (kind === 'attachment') {
      const found = await store.findAttachment(id);
      if (!found) return undefined;
      const { attachment, revision } = found;
      const isPublished = revision.state === 'published';
      return { ...attachment, requestId: revision.requestId, isPublished, isOwners: isPublished };
    }
    const photo = await photos.find(id);
    if (!photo) return undefined;
    const published = await store.published(photo.requestId);
    const stands = published.some((row) => row.state === 'published');
    return {
      ...photo,
      fileName: `vial-${photo.takenAt.toISOString().slice(0, 10)}.jpg`,
      contentType: 'image/jpeg',
      isPublished: stands && photo.refusedAt === null,
      isOwners: true,
    };
  }

  /** The file and as whom it may be read; refuses not_found to everybody else, with and without a link. */
  async function reach(kind: Kind, id: string, { viewer, link, onlyLooks }: FileReader) {
    const kept = await findKept(kind, id);
    if (!kept) return refuse('not_found');
    const request = await orders.select(kept.requestId);
    const borne = await links.use(`${kind}:${id.toLowerCase()}`, link, { onlyLooks });
    const isPublic = kept.isPublished && request.visibility === 'public';
    const isOwn = kept.isOwners && viewer !== null && (await orders.isReader(viewer.id, request));
    const byLink = borne === 'staff' || (borne === 'own' && kept.isOwners);
    const hidden = byLink ? undefined : mayReadResult(viewer, { isOwn, isPublic });
    if (hidden) return hidden;
    const audience: Audience = isOwn ? 'own' : 'staff';
    return { kept, isPublic, audience };
  }

  /** What staff see of a customer is written down like what they change. */
  async function recordSight(viewer: Viewer | null, kind: Kind, id: string, requestId: string) {
    if (!viewer || !isStaff(viewer)) return;
    await recordView(db.orm, {
      at: clock.now(),
      actorId: viewer.id,
      action: `request.${kind}_viewed`,
      subject: { kind: 'request', id: requestId },
      detail: { [kind]: id },
    });
  }

  return {
    /** The file itself: of the standing result for those who may read it, else for staff only. */
    async read(kind: Kind, id: string, reader: FileReader): Promise<AttachedFile | Refusal> {
      const found = await reach(kind, id, reader);
      if (isRefusal(found)) return found;
      const { kept, isPublic, audience } = found;
      if (!isPublic && audience === 'staff') await recordSight(reader.viewer, kind, id, kept.requestId);
      const { fileName, contentType, sha256 } = kept;
      return { fileName, contentType, sha256, isPublic, bytes: await files.get(kept.fileKey) };
    },

    /** An address that a browser opens without a token; of what is public its own, for the sake of one shape. */
    async link(
      kind: Kind,
      id: string,
      viewer: Viewer | null,
    ): Promise<{ url: string; expires_at: string } | Refusal> {
      const found = await reach(kind, id, { viewer });
      if (isRefusal(found)) return found;
      const { kept, isPublic, audience } = found;
      if (!isPublic && audience === 'staff') await recordSight(viewer, kind, id, kept.requestId);
      const { link, expiresAt } = links.sign(`${kind}:${id.toLowerCase()}`, audience);
      const address = `/api/${kind}s/${id}`;
      return {
        url: isPublic ? address : `${address}?link=${link}`,
        expires_at: expiresAt.toISOString(),
      };
    },
  };
}
