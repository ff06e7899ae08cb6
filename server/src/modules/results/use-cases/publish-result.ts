import type { DateOrder } from '@vialproof/contract/injection-time';
import type { LabRequest, PublishBody } from '@vialproof/contract/lab';
import type { SignatureMeaning } from '@vialproof/contract/signatures';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { confirmSignature } from '../../accounts/accounts.service.ts';
import { findFullTrace, findTraceFacts, sealInjections } from '../../chromatograms/chromatograms.service.ts';
import { closedMethods, dateOrderOf } from '../../methods/methods.service.ts';
import { completeOrder, findOrderForStaff, skuOf } from '../../orders/orders.service.ts';
import { refuseReadOnly } from '../../transparency/transparency.service.ts';
import { shrinkPhoto } from '../adapters/sharp-photo.ts';
import { contributorsOf } from '../contributors.queries.ts';
import { listPhotos, listShownPhotos } from '../photos.store.ts';
import type { Publication, ResultsContext } from '../results.context.ts';
import { nameOf } from '../results.queries.ts';
import type { RevisionRow } from '../results.tables.ts';
import { type LockedRequest, moveRevision, recordRevision } from '../results.transitions.ts';
import { releaseWords } from '../rules/authorisation.ts';
import { isOpen } from '../rules/revisions.ts';
import { signaturesOf } from '../rules/signatures.ts';
import { insertSignature, listSignatures } from '../signatures.store.ts';
import { changeRequest } from './change-request.ts';

/** What a publication needs besides the revision. */
type Known = Pick<Publication, 'sku' | 'authorisedBy'> & { order: DateOrder | null };

/**
 * Publishes a result and its certificate in one transaction. The person must not have worked on it, and signs.
 * Refusals: `signature_refused`, `certificate_unprintable`, `log_read_only`, `stale_draft` if it was submitted again.
 */
export async function publishResult(
  ctx: ResultsContext,
  viewer: Viewer,
  idOrTask: string,
  { meaning, submitted_at: submittedAt, ...secret }: PublishBody,
  from: Client,
): Promise<LabRequest | Refusal> {
  const refused =
    (await refuseReadOnly(ctx.transparency)) ?? (await confirmSignature(ctx.accounts, viewer, secret, from));
  if (refused) return refused;
  const request = await findOrderForStaff(ctx.orders, viewer, idOrTask);
  if (isRefusal(request)) return request;
  // Read before the transaction, because it needs another connection.
  const sku = await skuOf(ctx.orders, request);
  const order = await dateOrderOf(ctx.methods, request.skuId);
  const name = await nameOf(ctx, viewer);
  const authorisedBy = { name, role: `${viewer.role}, second person` };
  return changeRequest(ctx, viewer, request.id, (locked) =>
    publishLocked(ctx, viewer, locked, { sku, authorisedBy, order }, { meaning, submittedAt }),
  );
}

async function publishLocked(
  ctx: ResultsContext,
  viewer: Viewer,
  { tx, request, chain }: LockedRequest,
  { order, ...known }: Known,
  { meaning, submittedAt }: { meaning: SignatureMeaning; submittedAt: string | undefined },
): Promise<Refusal | undefined> {
  const open = chain.find((row) => isOpen(row.state));
  if (open?.state !== 'in_review') return refuse('wrong_state');
  // A result in review cannot change, so its time says which version the reviewer has read.
  if (submittedAt !== undefined && open.submittedAt?.getTime() !== Date.parse(submittedAt)) {
    return refuse(
      'stale_draft',
      'This result was returned and handed in again since you opened it. Read it again before you publish.',
    );
  }
  const contributors = await contributorsOf(ctx, tx, [open]);
  if (contributors.some(({ userId }) => userId === viewer.id)) return refuse('same_person');
  const methods = open.measurements.map(({ method }) => method);
  const closed = await closedMethods(ctx.methods, tx, { deed: 'release', userId: viewer.id, methods });
  if (closed.length > 0) return refuse('not_authorised', releaseWords(closed));

  const current = chain.find((row) => row.state === 'published');
  const superseded = current && (await moveRevision(ctx, tx, current, 'superseded', {}));
  if (isRefusal(superseded)) return superseded;
  const publishedAt = ctx.platform.clock.now();
  const runs = await sealInjections(ctx.chromatograms, tx, {
    requestId: request.id,
    revisionId: open.id,
    order,
  });
  const photos = (await listPhotos(tx, request.id)).filter(({ refusedAt }) => refusedAt === null);
  const isReported = runs.some(({ used }) => used);
  const change = {
    publishedAt,
    publishedBy: viewer.id,
    injections: isReported || runs.length === 0 ? null : runs,
    photos: photos.map(({ sha256, takenAt }) => ({ sha256, taken_at: takenAt.toISOString() })),
  };
  const revision = await moveRevision(ctx, tx, open, 'published', change);
  if (isRefusal(revision)) return revision;
  const completed = await completeOrder(ctx.orders, tx, request, viewer.id, revision.amendReason);
  if (isRefusal(completed)) return completed;
  const signature = { revisionId: revision.id, meaning, byId: viewer.id, name: known.authorisedBy.name };
  await insertSignature(tx, { ...signature, at: publishedAt });
  const trace = await findTraceFacts(ctx.chromatograms, tx, revision.id);
  await recordRevision(ctx, tx, viewer, 'published', revision, {
    signed: meaning,
    version: revision.version,
    chromatogram: trace ? { version: trace.version, sha256: trace.facts.sha256 } : null,
  });
  return ctx.afterPublication(tx, {
    ...known,
    signatures: signaturesOf(revision, await listSignatures(tx, [revision.id])),
    request: completed,
    revision: { ...revision, publishedAt },
    chromatogram: await findFullTrace(ctx.chromatograms, tx, revision.id),
    earlier: earlierThan(open, chain),
    photo: await photoOf(ctx, tx, request.id),
    photos,
  });
}

/** The results published before, each with the reason why it ended. */
function earlierThan(open: RevisionRow, chain: RevisionRow[]): Publication['earlier'] {
  const published = chain.filter((row) => row.publishedAt !== null && row.revision < open.revision);
  return published.flatMap((row, place) => {
    if (!row.publishedAt) return [];
    const next = published[place + 1] ?? open;
    const reason = next.amendReason ?? row.retractReason ?? '';
    const state = row.state === 'retracted' ? ('retracted' as const) : ('superseded' as const);
    const { revision, publishedAt, measurements } = row;
    return [{ revision, publishedAt, reason, state, measurements }];
  });
}

/** The newest photo of the tested vial, made small; null without one. */
async function photoOf(
  { platform }: ResultsContext,
  tx: Tx,
  requestId: string,
): Promise<Publication['photo']> {
  const newest = (await listShownPhotos(tx, requestId)).findLast(({ refusedAt }) => refusedAt === null);
  if (!newest) return null;
  const small = await shrinkPhoto(await platform.files.get(newest.fileKey));
  return { ...small, takenAt: newest.takenAt, sha256: newest.sha256 };
}
