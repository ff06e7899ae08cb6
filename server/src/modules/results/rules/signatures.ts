import type { Signature } from '@vialproof/contract/signatures';
import type { RevisionRow, SignatureRow } from '../results.tables.ts';

/** The valid signatures of a revision. Signatures from before it was given back are not valid. */
export function signaturesOf(
  { id, state, submittedAt, publishedAt }: RevisionRow,
  signatures: readonly SignatureRow[],
): Signature[] {
  if (state === 'draft') return [];
  const moments = new Map([
    ['measured', submittedAt?.getTime()],
    ['released', publishedAt?.getTime()],
  ]);
  return signatures
    .filter(({ revisionId, meaning, at }) => revisionId === id && moments.get(meaning) === at.getTime())
    .map(({ meaning, name, at }) => ({ meaning, name, at: at.toISOString() }));
}
