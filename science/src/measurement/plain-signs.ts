// The verification page imports this small file to read numbers.

/** In Unicode, the ten digits of each script stand one after another. */
const DIGITS_A_SCRIPT = 10;

/**
 * A text in ordinary characters: other digits, full-width characters and minus signs are converted. 10² does not become
 * 102.
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

/** A digit of any script as one of 0 to 9. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code <= 0x39) return digit;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % DIGITS_A_SCRIPT);
}
