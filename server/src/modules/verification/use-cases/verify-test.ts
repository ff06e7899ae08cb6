import type { Verification } from '@vialproof/contract/verification';
import { readPair } from '@vialproof/science/measurement/typed-pair';
import type { Viewer } from '../../../platform/access.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { checkedCertificatesOf } from '../../certificates/certificates.service.ts';
import { skuOf } from '../../orders/orders.service.ts';
import { findPublicationTime } from '../../results/results.service.ts';
import { presentVerification } from '../verification.presenter.ts';
import { selectVerified } from '../verification.queries.ts';
import { readRevision, VERIFY_TRIES } from '../verification.rules.ts';
import type { VerificationContext } from '../verification.service.ts';
import { recordLookup } from './record-lookup.ts';

/**
 * What verification says about a number and a key. Refusals: `verification_failed`, `rate_limited` after ten tries a
 * minute from one address.
 */
export async function verifyTest(
  ctx: VerificationContext,
  viewer: Viewer | null,
  typed: { taskNumber: string; uniqueKey: string; revision?: string | undefined },
  address: string,
): Promise<Verification | Refusal> {
  const tooMany = await ctx.platform.limits.take('verify', address, VERIFY_TRIES);
  if (tooMany) return tooMany;
  const asked = readRevision(typed.revision ?? readPair(typed.taskNumber, typed.uniqueKey).revision);
  const request = await selectVerified(ctx, { ...typed, revision: asked });
  if (isRefusal(request)) return request;
  // Only two reads at once, because anybody may call this.
  const [checked, lookups] = await Promise.all([
    checkedCertificatesOf(ctx.certificates, request.id, asked),
    recordLookup(ctx, viewer, request),
  ]);
  const [publishedAt, sku] = await Promise.all([
    findPublicationTime(ctx.results, request.id),
    skuOf(ctx.orders, request),
  ]);
  return presentVerification(request, { skuName: sku.name, publishedAt, ...checked, asked, lookups });
}
