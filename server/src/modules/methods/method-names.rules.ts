import { fold } from '@vialproof/science/text/fold';
import { foldLookAlikes } from '@vialproof/science/text/look-alikes';

/** Signs that do not distinguish names: all but letters, digits and the plus of 'ESI+'. */
const NOTHING = /[^\p{L}\p{N}+]+/gu;
/**
 * All dashes, unified before look-alikes are replaced: UTS 39 maps long dashes to a Japanese letter of the same shape.
 */
const DASHES = /[\p{Pd}\u2212\u30fc\uff70]/gu;
/** A point between two digits distinguishes 'Ph. Eur. 2.6.14' from '26.14'. */
const BETWEEN_DIGITS = /(?<=\p{N})[.,](?=\p{N})/u;

/**
 * A method's name for comparison: folds case, width, invisible signs and look-alikes, and ignores spaces, dashes and
 * points. 'RP‑HPLC–UV 214nm.' equals 'rp-hplc-uv 214 nm'.
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
