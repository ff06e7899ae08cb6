// Compares the batch that a reader finds on a vial with that of a test. Pages and the server use this one rule.

export type BatchComparison = 'same' | 'similar' | 'different';

const exact = (batch: string) => batch.normalize('NFC').trim();

/**
 * A batch without commonly confused differences: case, spaces, dashes and other signs between the letters, O and 0, I,
 * l, | and 1. Full-width signs become ordinary ones.
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
 * `same`: letter by letter, after trimming and Unicode composition (NFC). `similar`: possibly a reading or label error,
 * but possibly another batch as well; it proves nothing. The comparison is symmetric.
 */
export function compareBatches(one: string, other: string): BatchComparison {
  if (exact(one) === exact(other)) return 'same';
  const look = lookOf(one);
  return look !== '' && look === lookOf(other) ? 'similar' : 'different';
}
