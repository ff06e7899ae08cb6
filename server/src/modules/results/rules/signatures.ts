import type { Signature } from '@vialproof/contract/signatures';
import type { RevisionRow, SignatureRow } from '../results.tables.ts';

/**
 * The signatures that hold for a revision: of the last handing in, and of the publication. One that was given before the
 * revision was returned stays in the database and holds no more.
 */
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
