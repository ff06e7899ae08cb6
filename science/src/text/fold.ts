/** A text in the form for comparison and search: without case, compatibility forms, control characters and doubled spaces. */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
}
