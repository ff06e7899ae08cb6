import type { Verification } from '@vialproof/contract/verification';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { CheckedCertificate } from '../certificates/certificates.service.ts';
import type { VerifiableRequest } from '../orders/orders.service.ts';

type Known = {
  skuName: string;
  /** When the present result was published; null without one. */
  publishedAt: string | null;
  certificates: Verification['certificates'];
  /** The certificate that the paper means, if it is known. */
  meant: CheckedCertificate | undefined;
  asked: number | undefined;
  lookups: number | null;
};

/** What the page /verify says about a test; it never contains the certificate's key or the customer. */
export function presentVerification(
  request: VerifiableRequest,
  { skuName, publishedAt, certificates, meant, asked, lookups }: Known,
): Verification {
  const printed = meant && isShown(request, meant) ? meant.printed : undefined;
  return {
    verdict: request.visibility,
    ...(request.visibility === 'public' ? { request_id: request.id } : {}),
    task_number: request.taskNumber,
    sku_name: skuName,
    status: request.status,
    received_at: isoOf(request.receivedAt),
    published_at: publishedAt,
    certificate: certificates[0] ?? null,
    certificates,
    revision: asked !== undefined && meant ? presentRevision(asked, certificates, meant) : null,
    values: printed?.lines ?? null,
    manufacturer: printed?.manufacturer ?? null,
    batch_code: printed?.batchCode ?? null,
    label_claim: printed?.labelClaim ?? null,
    lookups_this_month: lookups,
  };
}

/** Whether the reader may see what the certificate says. */
const isShown = (request: VerifiableRequest, { state }: CheckedCertificate): boolean =>
  areValuesOpen(request) && request.status === 'complete' && state !== 'retracted';

/** Whether the values are public, or shown to people with the certificate's key. */
export const areValuesOpen = ({ visibility, valuesOpenSince }: VerifiableRequest): boolean =>
  visibility === 'public' || valuesOpenSince !== null;

function presentRevision(
  asked: number,
  certificates: Verification['certificates'],
  { state, reason, issued_at, ended_at, c }: CheckedCertificate,
): Verification['revision'] {
  const current = certificates.find((each) => each.state === 'current')?.revision ?? null;
  return { asked, current, state, reason, issued_at, ended_at, c };
}
