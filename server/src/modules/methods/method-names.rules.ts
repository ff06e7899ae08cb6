import { fold } from '@vialproof/science/text/fold';
import { foldLookAlikes } from '@vialproof/science/text/look-alikes';

/** Characters that do not count in names: all but letters, digits and the plus of 'ESI+'. */
const NOTHING = /[^\p{L}\p{N}+]+/gu;
/** All dashes become the same one first, because Unicode's table reads long ones as a Japanese letter. */
const DASHES = /[\p{Pd}\u2212\u30fc\uff70]/gu;
/** A point between digits counts: 'Ph. Eur. 2.6.14' is not '26.14'. */
const BETWEEN_DIGITS = /(?<=\p{N})[.,](?=\p{N})/u;

/**
 * A method's name for comparison. Case, spaces, dashes and invisible characters do not count: 'RP‑HPLC–UV 214nm.'
 * equals 'rp-hplc-uv 214 nm'.
 */
export function foldMethod(method: string): string {
  const plain = method
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(DASHES, '-');
  const parts = plain.split(BETWEEN_DIGITS).map((part) => foldLookAlikes(part).replace(NOTHING, ''));
  return parts.join('.') || fold(method);
}
