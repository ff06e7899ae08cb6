import { createHash, randomUUID } from 'node:crypto';
import { mayReadResult, type Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import type { StoredFile } from '../../platform/http-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { Problem, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Publication, Results } from '../results/results.service.ts';
import { type CertificateState, certificateData, presentState } from './certificates.present.ts';
import { certificatesStore } from './certificates.store.ts';
import { createCertificateRenderer } from './render/renderer.ts';

export type { CertificateState };
export type Certificates = ReturnType<typeof createCertificates>;

export type CertificateFile = StoredFile & { taskNumber: number };

/** Certificates of Analysis: made once, with the publication; stored, and served byte for byte ever after. */
export function createCertificates(
  platform: Platform,
  { orders, results }: { orders: Orders; results: Results },
) {
  const { db, files, config, log } = platform;
  const store = certificatesStore(db.orm);
  const renderer = createCertificateRenderer({ log });

  async function render(publication: Publication): Promise<Uint8Array> {
    try {
      return await renderer.render(certificateData(publication, config, platform.publicUrl()));
    } catch (error) {
      log.error({ err: error, requestId: publication.request.id }, 'a certificate could not be made');
      throw new Problem(refuse('certificate_unprintable'));
    }
  }

  async function issue(tx: Tx, publication: Publication): Promise<void> {
    const bytes = await render(publication);
    const { request, revision, changes } = publication;
    const id = randomUUID();
    const fileKey = `certificates/${id}`;
    await changes.put(fileKey, bytes, 'application/pdf');
    await store.insert(tx, {
      id,
      requestId: request.id,
      revisionId: revision.id,
      revision: revision.revision,
      fileKey,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      sizeBytes: bytes.length,
      issuedAt: revision.publishedAt,
    });
  }
  results.published.subscribe(issue);

  return {
    /**
     * The current certificate of a request. Refuses not_found to those who may not know of it, and
     * certificate_not_ready before publication and after a retraction.
     */
    async read(viewer: Viewer | null, requestId: string): Promise<CertificateFile | Refusal> {
      const request = await orders.find(requestId);
      if (!request) return refuse('not_found');
      // Before it is paid, and once it is cancelled, nobody else knows of a request.
      const isListed = request.paidAt !== null && request.status !== 'cancelled';
      const isPublic = isListed && request.visibility === 'public';
      const hidden = mayReadResult(viewer, { ownerId: request.customerId, isPublic });
      if (hidden) return hidden;
      const row = await store.findLatest(request.id);
      if (request.status !== 'complete' || !row) {
        const withdrawn = row ? 'The result was withdrawn, and its certificate with it.' : undefined;
        return refuse('certificate_not_ready', withdrawn);
      }
      const { taskNumber } = request;
      const bytes = await files.get(row.fileKey);
      return { taskNumber, sha256: row.sha256, contentType: 'application/pdf', isPublic, bytes };
    },

    /** What verification says of a request's latest certificate; null when none was ever issued. */
    async certificateStateOf(requestId: string): Promise<CertificateState | null> {
      const row = await store.findLatest(requestId);
      if (!row) return null;
      const note = (await results.historyOf(requestId)).find(({ revision }) => revision === row.revision);
      if (!note) throw new Error(`certificate ${row.id} has no published revision`);
      return presentState(row, note);
    },

    /** Ends the process that renders. */
    close: () => renderer.close(),
  };
}
