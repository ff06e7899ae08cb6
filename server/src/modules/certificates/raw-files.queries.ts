import type { RawFile } from '@vialproof/contract/certificates';
import type { StoredFile } from '../../platform/http/http-file.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findInjectionFile, findInjectionHashes } from '../chromatograms/chromatograms.service.ts';
import { listReleasedFiles } from '../results/results.service.ts';
import type { CertificatesContext } from './certificates.service.ts';
import { findPublished, listPublishedBetween } from './raw-files.store.ts';

/** The instrument files that the owner may publish with a result, and when they were published. */
export async function rawFilesOf(
  ctx: CertificatesContext,
  requestId: string,
  db: Queryable = ctx.platform.db.orm,
): Promise<RawFile[]> {
  const released = await listReleasedFiles(ctx.results, requestId, db);
  const published = await findPublished(
    db,
    released.map(({ id }) => id),
  );
  return released.map(({ id, sha256, fileName, sizeBytes, isUsed }) => {
    const found = published.get(id);
    return {
      sha256,
      file_name: fileName,
      size_bytes: sizeBytes,
      used: isUsed,
      published_at: found?.at.toISOString() ?? null,
      log_index: found?.logIndex ?? null,
    };
  });
}

/** A published file of an instrument. It stays public when its result is withdrawn. Refusal: `not_found`. */
export async function readRawFile(
  { platform, chromatograms }: CertificatesContext,
  requestId: string,
  sha256: string,
): Promise<(StoredFile & { fileName: string }) | Refusal> {
  const { orm } = platform.db;
  const found = isUuid(requestId)
    ? await findInjectionFile(chromatograms, orm, requestId, sha256)
    : undefined;
  if (!found || !(await findPublished(orm, [found.id])).has(found.id)) return refuse('not_found');
  const bytes = await platform.files.get(found.fileKey);
  return { fileName: found.fileName, contentType: 'application/octet-stream', sha256, isPublic: true, bytes };
}

/** The instrument files that the public log must list between its entries `from` and `to`. */
export async function filesBetween(
  { platform, chromatograms }: CertificatesContext,
  from: number,
  to: number,
): Promise<{ index: number; sha256: string | undefined; certificate: string }[]> {
  const { orm } = platform.bulkDb;
  const published = await listPublishedBetween(orm, from, to);
  const hashes = await findInjectionHashes(
    chromatograms,
    orm,
    published.map(({ injectionId }) => injectionId),
  );
  return published.map(({ index, injectionId, certificate }) => ({
    index,
    sha256: hashes.get(injectionId),
    certificate,
  }));
}
