// Compares the batch on a reader's vial with the batch of a test.

export type BatchComparison = 'same' | 'similar' | 'different';

const exact = (batch: string) => batch.normalize('NFC').trim();

/** A batch code without what people confuse: capitals, spaces, dashes, O and 0, I, l, | and 1. */
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
 * `same`: equal letter by letter. `similar`: maybe misread, maybe another batch. The order of the two batches does not
 * matter.
 */
export function compareBatches(one: string, other: string): BatchComparison {
  if (exact(one) === exact(other)) return 'same';
  const look = lookOf(one);
  return look !== '' && look === lookOf(other) ? 'similar' : 'different';
}
