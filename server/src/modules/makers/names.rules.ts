import { createHash } from 'node:crypto';
import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';
import { unmask } from '@vialproof/science/text/look-alikes';
import anyAscii from 'any-ascii';

/** The largest length of a slug. */
const LONGEST_SLUG = 80;

/**
 * The last part of a name's address (slug): a-z, 0-9 and single hyphens. Letters of other scripts are replaced by Latin
 * ones. If nothing is left, it is an x and a part of the name's hash.
 */
export function slugOf(name: string): string {
  const plain = anyAscii(unmask(name.toWellFormed().normalize('NFKC')))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const slug = plain
    .slice(0, LONGEST_SLUG + 1)
    .replace(/^-+/, '')
    .slice(0, LONGEST_SLUG)
    .replace(/-+$/, '');
  return slug || `x${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** Whether a name contains letters that only look like Latin ones. */
function isMasked(written: string): boolean {
  const plain = written.toWellFormed().normalize('NFKC');
  return unmask(plain) !== plain;
}

/**
 * The address of a name, with -2, -3 … if it is taken. A name with letters that only look Latin never gets the simple
 * address.
 * @param folded the name in the form for comparison. @param written the name as a test writes it.
 */
export function freeSlug(folded: string, written: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(folded);
  if (!taken.has(slug) && !isMasked(written)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** The letters and digits of a name; hyphens, spaces and points are left out. */
export function lettersOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** The form in which the names of makers and the codes of batches are compared. */
export const foldName = (kind: 'maker' | 'batch', name: string): string =>
  kind === 'maker' ? fold(name) : foldBatchCode(name);

/** Which field holds the name of a record. */
export const nameField = (kind: 'maker' | 'batch'): 'name' | 'code' => (kind === 'maker' ? 'name' : 'code');
