import { sha256, toHex, utf8 } from './bytes.ts';

export const LOG_EVENTS = ['issued', 'superseded', 'retracted'] as const;
export type LogEvent = (typeof LOG_EVENTS)[number];

/**
 * What the public log says of a certificate. It names no test: `commitment` is SHA-256 over a secret salt and the task
 * number, so that only who is shown the salt can tell whose it is.
 */
export type LogEntry = {
  type: LogEvent;
  revision: number;
  /** 64 hexadecimal digits. */
  commitment: string;
  /** Of the signed PDF, 64 hexadecimal digits. */
  sha256: string;
  /** When the certificate was issued; ISO 8601 in UTC. */
  issued_at: string;
  /** When it happened: for 'issued' the same moment. */
  at: string;
};

/** What shows whose entry it is. */
export type Opening = { task_number: number; salt: string };

const HASH = /^[0-9a-f]{64}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The bytes that are hashed: JSON with sorted keys and no space (RFC 8785). */
export function canonicalEntry({
  type,
  revision,
  commitment,
  sha256: hash,
  issued_at,
  at,
}: LogEntry): string {
  return JSON.stringify({ at, commitment, issued_at, revision, sha256: hash, type });
}

/** Reads an entry; undefined for anything but the one canonical text of it. */
export function readEntry(text: string): LogEntry | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (given === null || typeof given !== 'object') return undefined;
  const entry = given as LogEntry;
  const isSound =
    LOG_EVENTS.includes(entry.type) &&
    Number.isSafeInteger(entry.revision) &&
    [entry.commitment, entry.sha256].every((hash) => typeof hash === 'string' && HASH.test(hash)) &&
    [entry.issued_at, entry.at].every((at) => typeof at === 'string' && MOMENT.test(at));
  return isSound && canonicalEntry(entry) === text ? entry : undefined;
}

/** SHA-256 over the salt's hexadecimal digits, a colon and the task number. */
export async function commitmentTo({ salt, task_number }: Opening): Promise<string> {
  return toHex(await sha256(utf8(`${salt}:${task_number}`)));
}
