import { createHash } from 'node:crypto';
import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';
import { unmask } from '@vialproof/science/text/look-alikes';
import anyAscii from 'any-ascii';

/** The most characters of a name in an address; the rest of a long one adds nothing. */
const LONGEST_SLUG = 80;

/**
 * The last part of a name's address: a-z, 0-9 and single hyphens, 1 to 80 characters. Look-alikes among Latin letters
 * become Latin, other scripts are transliterated; an empty result becomes an x and a part of the name's SHA-256.
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

/** Whether a written name hides letters of another script among Latin look-alikes. */
function isMasked(written: string): boolean {
  const plain = written.toWellFormed().normalize('NFKC');
  return unmask(plain) !== plain;
}

/**
 * The slug of a name, or with the first free one of -2, -3 …. The plain one belongs to a name that is written as it
 * reads: a look-alike never gets it, even if it comes first.
 * @param folded the name for comparison. @param written as a test writes it: capitals have look-alikes of their own.
 */
export function freeSlug(folded: string, written: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(folded);
  if (!taken.has(slug) && !isMasked(written)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** Letters and digits of a folded name: hyphens, spaces and points between them do not matter. */
export function lettersOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** A maker's name or a batch's code in the form for comparison. */
export const foldName = (kind: 'maker' | 'batch', name: string): string =>
  kind === 'maker' ? fold(name) : foldBatchCode(name);

/** The field of a record's name in calls and in the audit log. */
export const nameField = (kind: 'maker' | 'batch'): 'name' | 'code' => (kind === 'maker' ? 'name' : 'code');
