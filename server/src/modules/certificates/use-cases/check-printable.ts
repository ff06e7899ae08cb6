import { Problem, refuse } from '../../../platform/refusal.ts';
import type { DraftContent } from '../../results/results.service.ts';
import { complaintOf, unprintableOf } from '../certificates.presenter.ts';

/** @throws Problem `invalid_fields` by field for a draft whose words no certificate can print. */
export function checkPrintable(draft: DraftContent): void {
  const errors = unprintableOf(draft);
  const [first] = errors;
  if (first) throw new Problem(refuse('invalid_fields', complaintOf(first), { errors }));
}
