import { createHash } from 'node:crypto';
import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';
import { unmask } from '@vialproof/science/text/look-alikes';
import anyAscii from 'any-ascii';

/** The slug of a name has at most so many characters. The rest of a long name adds nothing. */
const LONGEST_SLUG = 80;

/**
 * The last part of a name's address: a-z, 0-9 and single hyphens, 1 to 80 characters. Latin look-alikes of Latin
 * letters become the plain letters, and other scripts are transliterated. If nothing is left, the slug is an x and a
 * part of the name's SHA-256.
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

/** Whether letters of another script that look like Latin ones are hidden in a written name. */
function isMasked(written: string): boolean {
  const plain = written.toWellFormed().normalize('NFKC');
  return unmask(plain) !== plain;
}

/**
 * The slug of a name, or this slug with the first of -2, -3 … that is free. The plain slug belongs to a name whose
 * letters are what they seem: a name with look-alikes never gets it, even if it comes first.
 * @param folded the name as it is compared. @param written the name as a test writes it, because capitals have
 * look-alikes that small letters do not have.
 */
export function freeSlug(folded: string, written: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(folded);
  if (!taken.has(slug) && !isMasked(written)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** The letters and digits of a folded name, so that hyphens, spaces and points between them do not matter. */
export function lettersOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** A maker's name or a batch's code in the form in which names are compared. */
export const foldName = (kind: 'maker' | 'batch', name: string): string =>
  kind === 'maker' ? fold(name) : foldBatchCode(name);

/** The field that contains a record's name, in calls and in the audit log. */
export const nameField = (kind: 'maker' | 'batch'): 'name' | 'code' => (kind === 'maker' ? 'name' : 'code');
