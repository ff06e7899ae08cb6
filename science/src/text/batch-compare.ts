// Compares the batch on the vial of a reader with the batch of a test. Pages and the server use this one rule.

export type BatchComparison = 'same' | 'similar' | 'different';

const exact = (batch: string) => batch.normalize('NFC').trim();

/**
 * A batch without differences that people often confuse: case, spaces, dashes and other signs between the letters, O
 * and 0, I, l, | and 1. Full-width characters become ordinary ones.
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
 * `same`: equal letter by letter, after trimming and Unicode composition (NFC). `similar`: possibly misread or
 * mislabelled, but possibly another batch; it proves nothing. The order of the two batches does not matter.
 */
export function compareBatches(one: string, other: string): BatchComparison {
  if (exact(one) === exact(other)) return 'same';
  const look = lookOf(one);
  return look !== '' && look === lookOf(other) ? 'similar' : 'different';
}
