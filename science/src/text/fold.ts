/** A text for comparison and search: small letters, usual forms of letters, single spaces, no control characters. */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
}
