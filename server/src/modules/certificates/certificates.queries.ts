import type { IssuedCertificate } from '@vialproof/contract/certificates';
import type { RequestStatus } from '@vialproof/contract/orders';
import type { VerifiedCertificate } from '@vialproof/contract/verification';
import type { LogEvent } from '@vialproof/science/proof/log-entry';
import type { Viewer } from '../../platform/access.ts';
import type { Viewed } from '../../platform/audit.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { findOrder, isOrderReader } from '../orders/orders.service.ts';
import { findRevisionEnds, mayReadResult, reportsOf } from '../results/results.service.ts';
import { selectEntry } from '../transparency/transparency.service.ts';
import {
  codeOf,
  type Printable,
  type Printed,
  presentIssued,
  presentPrinted,
  presentState,
} from './certificates.presenter.ts';
import type { CertificatesContext } from './certificates.service.ts';
import { type IssuedRow, listCertificates, listLoggedOf, listRevisions } from './certificates.store.ts';
import type { CertificateRow } from './certificates.tables.ts';

/** A certificate that this reader may see, whether its test is public, and what the audit log records of the view. */
export type ReadableCertificate = {
  row: CertificateRow;
  taskNumber: number;
  isPublic: boolean;
  viewed: Viewed | null;
};

/** All certificates of a request with their states, newest first. */
export async function statesOf(
  { platform, results }: CertificatesContext,
  requestId: string,
): Promise<(VerifiedCertificate & { row: CertificateRow })[]> {
  const rows = await listCertificates(platform.db.orm, requestId);
  if (rows.length === 0) return [];
  const reports = await reportsOf(results, requestId);
  return rows.map((row) => {
    const report = reports.find(({ revision }) => revision === row.revision);
    if (!report) throw new Error(`certificate ${row.id} has no published revision`);
    return { row, ...presentState(row, report) };
  });
}

/** The prepared query of the revisions that have certificates. */
export const listIssuedRevisions = (
  { platform }: CertificatesContext,
  requestId: string,
): Promise<number[]> => listRevisions(platform.db.pool, requestId);

/** A certificate as verification checks it. `c`: the value in its QR code. `printed`: what is printed on it. */
export type CheckedCertificate = VerifiedCertificate & { c: string; printed: Printed };

/** All certificates of a request, and the one that is meant. If no revision is named, a single certificate is meant. */
export async function checkedCertificatesOf(
  ctx: CertificatesContext,
  requestId: string,
  revision: number | undefined,
): Promise<{ certificates: VerifiedCertificate[]; meant: CheckedCertificate | undefined }> {
  const states = await statesOf(ctx, requestId);
  const certificates = states.map(({ row: _, ...state }) => state);
  const isMeant = (each: { revision: number }) =>
    revision === undefined ? states.length === 1 : each.revision === revision;
  const found = states.find(isMeant);
  if (!found) return { certificates, meant: undefined };
  const { row, ...state } = found;
  const printed = presentPrinted(JSON.parse(row.resultJson) as Printable);
  return { certificates, meant: { ...state, c: await codeOf(row), printed } };
}

/** An event of a certificate that is not in the public log yet. */
export type UnloggedEvent<Row extends IssuedRow = CertificateRow> = { row: Row; event: LogEvent; at: Date };

/**
 * Events of these certificates that are not in the public log yet, oldest first. Lock the log, or they may be added
 * meanwhile.
 */
export async function listUnlogged<Row extends IssuedRow>(
  { results }: CertificatesContext,
  db: Queryable,
  certificates: Row[],
): Promise<UnloggedEvent<Row>[]> {
  const entries = await listLoggedOf(
    db,
    certificates.map(({ id }) => id),
  );
  const logged = new Set(entries.map(({ certificateId, event }) => `${certificateId} ${event}`));
  const ends = await findRevisionEnds(
    results,
    db,
    certificates.map(({ revisionId }) => revisionId),
  );
  return certificates
    .flatMap((row): UnloggedEvent<Row>[] => {
      const end = ends.get(row.revisionId);
      return [{ row, event: 'issued', at: row.issuedAt }, ...(end ? [{ row, ...end }] : [])];
    })
    .filter(({ row, event }) => !logged.has(`${row.id} ${event}`))
    .sort(
      (one, other) =>
        one.at.getTime() - other.at.getTime() ||
        // The old result ends before the new one begins.
        Number(one.event === 'issued') - Number(other.event === 'issued') ||
        one.row.revision - other.row.revision,
    );
}

/** All certificates of a request, newest first, for people who may read its result. */
export async function issuedCertificatesOf(
  ctx: CertificatesContext,
  { id, status }: { id: string; status: RequestStatus },
): Promise<IssuedCertificate[]> {
  const states = await statesOf(ctx, id);
  if (states.length === 0) return [];
  const isComplete = status === 'complete';
  const ids = states.map(({ row }) => row.id);
  const logged = await listLoggedOf(ctx.platform.db.orm, ids);
  return Promise.all(
    states.map(async (state) => {
      const own = logged.filter(({ certificateId }) => certificateId === state.row.id);
      const timed = await Promise.all(own.map((entry) => withTime(ctx, entry)));
      return presentIssued(state, { isComplete, logged: timed });
    }),
  );
}

/** Adds the time of an event. */
async function withTime(
  { transparency }: CertificatesContext,
  { event, index }: { event: LogEvent; index: number },
) {
  const at = event === 'issued' ? null : (await selectEntry(transparency, index)).entry.at;
  return { event, index, at };
}

/**
 * The certificate that the viewer may read: the latest, or that of a revision. Refusals: `not_found`, and
 * `certificate_not_ready` before publication and after a retraction.
 */
export async function findReadable(
  ctx: CertificatesContext,
  viewer: Viewer | null,
  requestId: string,
  revision: number | undefined,
): Promise<ReadableCertificate | Refusal> {
  const request = await findOrder(ctx.orders, requestId);
  if (!request) return refuse('not_found');
  // Only its owner can see an unpaid or cancelled request.
  const isListed = request.paidAt !== null && request.status !== 'cancelled';
  const isPublic = isListed && request.visibility === 'public';
  const isOwn = viewer !== null && (await isOrderReader(ctx.orders, viewer.id, request));
  if (!mayReadResult(viewer, { isOwn, isPublic })) return refuse('not_found');
  const states = await statesOf(ctx, request.id);
  const asked = revision === undefined ? states[0] : states.find((each) => each.revision === revision);
  if (revision !== undefined && states.length > 0 && !asked) return refuse('not_found');
  if (request.status !== 'complete' || !asked || asked.state === 'retracted') {
    const withdrawn = asked ? 'The result was withdrawn, and its certificate with it.' : undefined;
    return refuse('certificate_not_ready', withdrawn);
  }
  const { row } = asked;
  const detail = { certificate: row.id, revision: row.revision };
  const viewed = isPublic || isOwn ? null : { kind: 'request', id: request.id, detail };
  return { row, taskNumber: request.taskNumber, isPublic, viewed };
}
