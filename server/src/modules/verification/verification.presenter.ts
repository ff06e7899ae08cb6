import type { Verification } from '@vialproof/contract/verification';
import type { CheckedCertificate } from '../certificates/certificates.service.ts';
import type { VerifiableRow } from './verification.store.ts';

type Known = {
  certificates: Verification['certificates'];
  /** The certificate that is meant, where it is known which one. */
  meant: CheckedCertificate | undefined;
  asked: number | undefined;
  lookups: number | null;
};

/** What a task number and its key prove; never the key, and never who asked for the test. */
export function presentVerification(
  row: VerifiableRow,
  { certificates, meant, asked, lookups }: Known,
): Verification {
  const printed = meant && isShown(row, meant) ? meant.printed : undefined;
  return {
    verdict: row.visibility,
    ...(row.visibility === 'public' ? { request_id: row.id } : {}),
    task_number: row.task_number,
    sku_name: row.sku_name,
    status: row.status,
    received_at: row.received_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
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

/** Whoever may not download a certificate is not shown what it says either, unless its owner has opened that. */
const isShown = ({ visibility, status, is_open }: VerifiableRow, { state }: CheckedCertificate): boolean =>
  (visibility === 'public' || is_open) && status === 'complete' && state !== 'retracted';

function presentRevision(
  asked: number,
  certificates: Verification['certificates'],
  { state, reason, issued_at, ended_at, c }: CheckedCertificate,
): Verification['revision'] {
  const current = certificates.find((each) => each.state === 'current')?.revision ?? null;
  return { asked, current, state, reason, issued_at, ended_at, c };
}
