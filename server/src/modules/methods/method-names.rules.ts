import { fold } from '@vialproof/science/text/fold';
import { foldLookAlikes } from '@vialproof/science/text/look-alikes';

/** What no method's name differs by: all but letters, digits and the plus of 'ESI+'. */
const NOTHING = /[^\p{L}\p{N}+]+/gu;
/** Made one before look-alikes are: UTS 39 takes the longer ones to a letter of Japanese, which is drawn alike. */
const DASHES = /[\p{Pd}\u2212\u30fc\uff70]/gu;
/** A point between two digits tells 'Ph. Eur. 2.6.14' from '26.14'. */
const BETWEEN_DIGITS = /(?<=\p{N})[.,](?=\p{N})/u;

/**
 * The name of a method as it is compared: the product's fold of case, width and unseen signs, and of what is read alike;
 * spaces, dashes and points say nothing. 'RP‑HPLC–UV 214nm.' is 'rp-hplc-uv 214 nm'.
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
