import { createHash } from 'node:crypto';
import { foldBatchCode } from '@vialproof/science/text/batch-code';
import { fold } from '@vialproof/science/text/fold';
import { unmask } from '@vialproof/science/text/look-alikes';
import anyAscii from 'any-ascii';

/** Characters that an address takes of a name; the rest of a long one says nothing more. */
const LONGEST_SLUG = 80;

/**
 * The last part of an address for a name: a-z, 0-9 and single hyphens, 1 to 80 characters. Letters that look like Latin ones among them
 * count as those, other scripts are transliterated; a name of which nothing is left gets an x and a piece of its SHA-256.
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

/** Whether a name, as it is written, hides letters of another script among Latin ones that they look like. */
function isMasked(written: string): boolean {
  const plain = written.toWellFormed().normalize('NFKC');
  return unmask(plain) !== plain;
}

/**
 * The slug of a name, or with the first of -2, -3 … that is not taken. The plain one belongs to a name that is written as it reads: one
 * that only looks so never gets it, even where it comes first.
 * @param folded the name as it is compared. @param written as a test writes it: capitals have look-alikes of their own.
 */
export function freeSlug(folded: string, written: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(folded);
  if (!taken.has(slug) && !isMasked(written)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/** Letters and digits of a folded name: what a hyphen, a space or a point between them does not change. */
export function lettersOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** A maker's name or a batch's code as spellings are compared. */
export const foldName = (kind: 'maker' | 'batch', name: string): string =>
  kind === 'maker' ? fold(name) : foldBatchCode(name);

/** What the name of a record is called in calls and in the audit log. */
export const nameField = (kind: 'maker' | 'batch'): 'name' | 'code' => (kind === 'maker' ? 'name' : 'code');
