import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { DraftContent } from '../../results/results.service.ts';
import { complaintOf, unprintableOf } from '../certificates.presenter.ts';
import type { CertificatesContext } from '../certificates.service.ts';

/** Refuses a draft with characters that cannot be printed: `invalid_fields`, one for each field. */
export function refuseUnprintable(_ctx: CertificatesContext, draft: DraftContent): Refusal | undefined {
  const errors = unprintableOf(draft);
  const [first] = errors;
  return first && refuse('invalid_fields', complaintOf(first), { errors });
}
