import type { DestinationStream } from 'pino';

/** Secrets that must never be logged: fields with these names, in requests and answers. */
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
/** Shorter values appear in lines by chance. */
const SHORTEST = 6;

/** Collects the log of an application under test, and every secret that the test sends, receives or reads in a mail. */
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
    /** Whether a line contains this text. */
    says: (words: string): boolean => lines.some((line) => line.includes(words)),
    sent: (json: unknown): void => search(json),

    answered(answer: Response, body: unknown): void {
      // A refusal's `code` is from the closed list, not a secret.
      if (!answer.headers.get('content-type')?.includes('problem')) search(body);
      for (const cookie of answer.headers.getSetCookie()) note(/^[^=]*=([^;]*)/.exec(cookie)?.[1] ?? '');
    },

    /** Collects the codes of a mail. */
    read(mailText: string): void {
      for (const [code] of mailText.matchAll(/\b\d{6}\b/g)) note(code);
    },

    /** Lines that contain this text. */
    lines: (words: string): string[] => lines.filter((line) => line.includes(words)),

    /** The lines of the log that contain a secret. */
    leaks(): string[] {
      // Long tests have thousands of both, and nearly always no leak: one search in the joined text first.
      const log = lines.join('');
      const suspects = [...secrets].filter((secret) => log.includes(secret));
      return lines.filter((line) => holdsOneOf(line, suspects));
    },
  };
}

/** Whether the text contains one of the secrets; a six-digit code counts only as a separate number. */
export function holdsOneOf(text: string, secrets: Iterable<string>): boolean {
  for (const secret of secrets) {
    if (!text.includes(secret)) continue;
    if (!/^\d{6}$/.test(secret) || new RegExp(`(?<![\\w.-])${secret}(?![\\w.-])`).test(text)) return true;
  }
  return false;
}
