import { randomUUID } from 'node:crypto';
import { safeFileName } from '../../../platform/files/file-names.ts';
import type { Upload } from '../../../platform/files/uploads.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { ChromatogramsContext } from '../chromatograms.service.ts';
import {
  findInjection,
  findThousands,
  insertInjection,
  insertReading,
  listElsewhere,
  lockContent,
} from '../injections.store.ts';
import type { InjectionRow } from '../injections.tables.ts';
import { insertPrint } from '../signal-prints.store.ts';
import { findCopies } from './find-copies.ts';
import type { ReadFile } from './replace-chromatogram.ts';

type Kept = { requestId: string; file: Upload; read: ReadFile; by: string };

/**
 * Stores a file permanently, once for each request, and returns its row. If another request has the same measurement,
 * nothing is stored and those requests are returned.
 */
export async function keepInjection(
  ctx: ChromatogramsContext,
  tx: Tx,
  { requestId, file, read, by }: Kept,
): Promise<{ injection: InjectionRow } | { usedElsewhere: string[] }> {
  const { sha256, print } = read;
  await lockContent(tx, sha256);
  const known = await findInjection(tx, requestId, { sha256 });
  if (known) return { injection: await withReading(ctx, tx, known, { read, by }) };
  const usedElsewhere = await listElsewhere(tx, requestId, sha256);
  if (usedElsewhere.length > 0) return { usedElsewhere };
  const copies = await findCopies(ctx, tx, { requestId, read });
  if (copies.length > 0) return { usedElsewhere: copies };
  const fileKey = `raw/${sha256}`;
  await ctx.platform.files.put(fileKey, file.bytes, 'application/octet-stream');
  const injection: InjectionRow = {
    id: randomUUID(),
    requestId,
    fileKey,
    fileName: safeFileName(file.name),
    sha256,
    sizeBytes: file.bytes.length,
    format: read.format,
    acquisition: read.acquisition,
    warnings: [...read.warnings, ...read.noticed],
    ...print,
    uploadedBy: by,
    uploadedAt: ctx.platform.clock.now(),
  };
  await insertInjection(tx, injection);
  const { channel, peakPrint } = read;
  if (peakPrint) await insertPrint(tx, { injectionId: injection.id, channel, print: peakPrint });
  return { injection: await withReading(ctx, tx, injection, { read, by }) };
}

/** Stores how a person chose to read the numbers of a file, if this is new. */
async function withReading(
  { platform: { clock } }: ChromatogramsContext,
  tx: Tx,
  injection: InjectionRow,
  { read: { thousands }, by }: Pick<Kept, 'read' | 'by'>,
): Promise<InjectionRow> {
  const { id: injectionId } = injection;
  if (thousands && (await findThousands(tx, injectionId)) !== thousands) {
    await insertReading(tx, { injectionId, thousands, byId: by, at: clock.now() });
  }
  return injection;
}
