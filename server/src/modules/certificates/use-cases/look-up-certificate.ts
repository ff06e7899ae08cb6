import type { CertificateRecord } from '@vialproof/contract/certificates';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { selectOrder } from '../../orders/orders.service.ts';
import { proveInclusion, selectEntry } from '../../transparency/transparency.service.ts';
import { presentRecord } from '../certificates.presenter.ts';
import { statesOf } from '../certificates.queries.ts';
import type { CertificatesContext } from '../certificates.service.ts';
import { findCertificateBySha256, listLoggedOf } from '../certificates.store.ts';

const CHECKS = { points: 60, seconds: 60 };
const SHA256 = /^[0-9a-f]{64}$/;

/** What everybody may know about a file, by its SHA-256. Refusals: `not_found`, `rate_limited`. */
export async function lookUpCertificate(
  ctx: CertificatesContext,
  sha256: string,
  address: string,
): Promise<CertificateRecord | Refusal> {
  const { platform, orders, transparency } = ctx;
  const { orm } = platform.db;
  const tooMany = await platform.limits.take('certificate-record', address, CHECKS);
  if (tooMany) return tooMany;
  const row = SHA256.test(sha256) ? await findCertificateBySha256(orm, sha256) : undefined;
  if (!row) return refuse('not_found', 'No certificate with this SHA-256 was issued here.');
  const [request, states, logged] = await Promise.all([
    selectOrder(orders, row.requestId),
    statesOf(ctx, row.requestId),
    listLoggedOf(orm, [row.id]),
  ]);
  const state = states.find(({ revision }) => revision === row.revision);
  if (!state) throw new Error(`certificate ${row.id} has no state`);
  const issued = logged.find(({ event }) => event === 'issued');
  const proof = issued
    ? await proveInclusion(transparency, issued.index, {
        entry: (await selectEntry(transparency, issued.index)).body,
      })
    : null;
  return presentRecord(row, { state, logged, proof, request });
}
