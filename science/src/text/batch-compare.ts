// Compares the batch that somebody reads on a vial with that of a test. Pages and the server judge by the same rule.

export type BatchComparison = 'same' | 'similar' | 'different';

const exact = (batch: string) => batch.normalize('NFC').trim();

/**
 * What is left of a batch when one forgets what eyes and keyboards confuse: case, spaces, dashes and other signs between the
 * letters, O and 0, I, l, | and 1. Full-width signs become ordinary ones.
 */
function lookOf(batch: string): string {
  return batch
    .normalize('NFKC')
    .replaceAll('|', '1')
    .toLowerCase()
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

/**
 * `same`: letter by letter, after trim and in Unicode's composed form. `similar`: it may be a slip of the reader or of the
 * label, and may be another batch as well; it proves nothing. Two batches compare the same in both directions.
 */
export function compareBatches(one: string, other: string): BatchComparison {
  if (exact(one) === exact(other)) return 'same';
  const look = lookOf(one);
  return look !== '' && look === lookOf(other) ? 'similar' : 'different';
}
