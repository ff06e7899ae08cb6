// Of its own, without the signs of figures: the page of verifying a certificate reads numbers by it.

/** Scripts write their ten digits one behind the other, from zero on. */
const DIGITS_A_SCRIPT = 10;

/**
 * Text in the signs that numbers are written in here: full-width signs, digits of other scripts and every minus. Raised, lowered and
 * circled digits and letters stay what they are: 10² is no 102.
 */
export function inPlainSigns(typed: string): string {
  return typed
    .replace(/[^\p{No}ªº]+/gu, (part) => part.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, plainDigit)
    .replaceAll('\u066b', '.')
    .replace(/[\u2010-\u2013\u2212](?=\d)/g, '-')
    .trim();
}

/** The digit of any script as one of 0 to 9. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code <= 0x39) return digit;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % DIGITS_A_SCRIPT);
}
