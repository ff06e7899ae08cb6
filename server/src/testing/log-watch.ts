import type { DestinationStream } from 'pino';

/** The names of fields with secrets, which must never be in the log. */
const SECRET_FIELDS = new Set([
  'password',
  'current_password',
  'code',
  'current_code',
  'new_code',
  'challenge',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'recovery_codes',
  'unique_key',
]);
/** A text that is shorter is not searched, because a log line may contain it by chance. */
const SHORTEST = 6;

/** Collects the log of a tested application, and every secret that the test sends, receives or reads in a mail. */
export function createLogWatch() {
  const lines: string[] = [];
  const secrets = new Set<string>();

  function note(secret: string): void {
    if (secret.length >= SHORTEST) secrets.add(secret);
  }

  function search(value: unknown, isSecret = false): void {
    if (typeof value === 'string') {
      if (isSecret) note(value);
    } else if (Array.isArray(value)) {
      for (const each of value) search(each, isSecret);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        search(
          inner,
          typeof inner === 'object' ? isSecret || name === 'recovery_codes' : SECRET_FIELDS.has(name),
        );
      }
    }
  }

  return {
    destination: { write: (line: string) => void lines.push(line) } satisfies DestinationStream,
    note,
    /** Whether any line contains this text. */
    says: (words: string): boolean => lines.some((line) => line.includes(words)),
    sent: (json: unknown): void => search(json),

    answered(answer: Response, body: unknown): void {
      // The field `code` of a refusal names the kind of error. It is no secret.
      if (!answer.headers.get('content-type')?.includes('problem')) search(body);
      for (const cookie of answer.headers.getSetCookie()) note(/^[^=]*=([^;]*)/.exec(cookie)?.[1] ?? '');
    },

    /** Collects the one-time codes in a mail. */
    read(mailText: string): void {
      for (const [code] of mailText.matchAll(/\b\d{6}\b/g)) note(code);
    },

    /** The log lines that contain this text. */
    lines: (words: string): string[] => lines.filter((line) => line.includes(words)),

    /** The log lines that contain a secret. */
    leaks(): string[] {
      // Searches all lines as one text first, because a long test has thousands of lines and secrets.
      const log = lines.join('');
      const suspects = [...secrets].filter((secret) => log.includes(secret));
      return lines.filter((line) => holdsOneOf(line, suspects));
    },
  };
}

/** Whether the text contains one of the secrets. A code of six digits must stand alone, not inside a longer number. */
export function holdsOneOf(text: string, secrets: Iterable<string>): boolean {
  for (const secret of secrets) {
    if (!text.includes(secret)) continue;
    if (!/^\d{6}$/.test(secret) || new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text)) return true;
  }
  return false;
}
