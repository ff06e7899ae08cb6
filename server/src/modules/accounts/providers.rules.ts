/** A name as another site gives it, made fit to be shown and mailed: one line, at most 100 signs, perhaps empty. */
export function printableName(name: string): string {
  const line = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, 100).join('');
}
