import { type Bytes, concat, fromHex, sha256, toHex, utf8 } from './bytes.ts';

export const LOG_EVENTS = ['issued', 'superseded', 'retracted'] as const;
/** What can happen to a certificate. */
export type LogEvent = (typeof LOG_EVENTS)[number];

/** A person's signature. `by` is the SHA-256 of the result's secret number (salt) and the person's name. */
export type LoggedSignature = { at: string; by: string; meaning: 'measured' | 'released' };

/** What an entry says about a certificate. It does not say which test it is. */
type OfCertificate = {
  type: LogEvent;
  revision: number;
  /** A hash that does not show the task, 64 hexadecimal digits. */
  commitment: string;
  /** The SHA-256 of the signed PDF, 64 hexadecimal digits. */
  sha256: string;
  /** When the certificate was issued; ISO 8601 in UTC. */
  issued_at: string;
  /** The time of the event; for 'issued' it is equal to `issued_at`. */
  at: string;
};

/** Version 1: `commitment` is the SHA-256 of a secret number (salt) and the task number. */
type FirstEntry = OfCertificate & { version: 1 };

/** Version 2: `commitment` is the SHA-256 of a secret number (salt) and result.json. */
type EndEntry = OfCertificate & { version: 2; type: 'superseded' | 'retracted' };
type IssuedEntry = OfCertificate & {
  version: 2;
  type: 'issued';
  /** The SHA-256 of the secret number (salt) and the SHA-256 of every injection. Null without injections. */
  raw_files: string | null;
  signatures: LoggedSignature[];
};

/**
 * A sample has arrived, for a public or a private test. `commitment` is the SHA-256 of a secret number (salt) and the
 * task number.
 */
type RegisteredEntry = {
  version: 2;
  type: 'registered';
  commitment: string;
  visibility: 'public' | 'private';
  at: string;
};

/** A file of the instrument was published. `certificate` is the SHA-256 of its PDF. */
type FileEntry = { version: 2; type: 'file'; sha256: string; certificate: string; at: string };

/** An entry of the public log. Old entries of version 1 have no `version`. */
export type LogEntry = FirstEntry | EndEntry | IssuedEntry | RegisteredEntry | FileEntry;
export type CertificateEntry = FirstEntry | EndEntry | IssuedEntry;

export const isOfCertificate = (entry: LogEntry): entry is CertificateEntry =>
  entry.type !== 'registered' && entry.type !== 'file';

/** The data behind the hash of an entry: the task number in version 1, result.json in version 2. */
export type Opening = { task_number: number; salt: string } | { result: string; salt: string };

const NEWEST_VERSION = 2;
const HASH = /^[0-9a-f]{64}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type Check = (value: unknown) => boolean;
type Fields = Record<string, Check>;
const isHash: Check = (value) => typeof value === 'string' && HASH.test(value);
const isMoment: Check = (value) => typeof value === 'string' && MOMENT.test(value);
const isOneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(String(value));
const isSignature: Check = (value) =>
  hasFields(value, { at: isMoment, by: isHash, meaning: isOneOf('measured', 'released') });

const ofCertificate: Fields = {
  at: isMoment,
  commitment: isHash,
  issued_at: isMoment,
  revision: Number.isSafeInteger,
  sha256: isHash,
};
/** The fields of each kind of entry. */
const KINDS: Record<string, Fields> = {
  issued: {
    ...ofCertificate,
    raw_files: (value) => value === null || isHash(value),
    signatures: (value) => Array.isArray(value) && value.every(isSignature),
  },
  superseded: ofCertificate,
  retracted: ofCertificate,
  registered: { at: isMoment, commitment: isHash, visibility: isOneOf('public', 'private') },
  file: { at: isMoment, certificate: isHash, sha256: isHash },
};
const OPENINGS: Fields[] = [
  { salt: isHash, task_number: Number.isSafeInteger },
  { salt: isHash, result: (value) => typeof value === 'string' },
];

function hasFields(value: unknown, fields: Fields): boolean {
  return (
    isRecord(value) &&
    Object.keys(value).length === Object.keys(fields).length &&
    Object.entries(fields).every(([name, isRight]) => isRight(value[name]))
  );
}

/** The bytes that are hashed: JSON with sorted keys and no spaces (RFC 8785). */
export function canonicalEntry(entry: LogEntry): string {
  const { version, ...rest } = entry;
  return canonical(version === 1 ? rest : entry);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const fields = Object.keys(value).toSorted();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/** Reads an entry. Undefined if the text is not in the exact form; 'newer' for a later version. */
export function readEntry(text: string): LogEntry | 'newer' | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(given)) return undefined;
  const { version = 1, type, ...fields } = given;
  if (!Number.isSafeInteger(version) || Number(version) < 1) return undefined;
  if (isNewerVersion(version)) return 'newer';
  if (typeof type !== 'string' || !Object.hasOwn(KINDS, type)) return undefined;
  const isEvent = isOneOf(...LOG_EVENTS)(type);
  const isSound = hasFields(fields, version === 1 && isEvent ? ofCertificate : (KINDS[type] ?? {}));
  if (!isSound || (version === 1 && !isEvent)) return undefined;
  const entry = { version, type, ...fields } as LogEntry;
  return canonicalEntry(entry) === text ? entry : undefined;
}

/** What can be read of an entry of another version. */
export function glanceAtEntry(text: string): { isUnknownKind: boolean; at: string | null } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = undefined;
  }
  if (!isRecord(given)) return { isUnknownKind: false, at: null };
  const { version = 1, type, at } = given;
  const isKnownVersion = Number.isSafeInteger(version) && Number(version) >= 1 && !isNewerVersion(version);
  return {
    isUnknownKind: isKnownVersion && typeof type === 'string' && !Object.hasOwn(KINDS, type),
    at: isMoment(at) ? String(at) : null,
  };
}

/** Whether the data behind a hash (opening) have exactly the known parts. */
export const isOpening = (value: unknown): value is Opening =>
  OPENINGS.some((each) => hasFields(value, each));

export const isNewerVersion = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) > NEWEST_VERSION;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The hash in the log for these data (opening), 64 hexadecimal digits. */
export function commitmentTo(opening: Opening): Promise<string> {
  return 'result' in opening
    ? salted(opening.salt, utf8(opening.result))
    : taskCommitment(opening.salt, opening.task_number);
}

/** The SHA-256 of the secret number (salt), a colon and the task number. */
export async function taskCommitment(salt: string, taskNumber: number): Promise<string> {
  return toHex(await sha256(utf8(`${salt}:${taskNumber}`)));
}

/** The SHA-256 of the secret number (salt) and the parts after it. */
async function salted(salt: string, ...parts: Bytes[]): Promise<string> {
  const bytes = fromHex(salt);
  if (!bytes) throw new TypeError('a salt is hexadecimal');
  return toHex(await sha256(bytes, ...parts));
}

/** The parts of a result.json whose hashes the log contains. Old files lack them. */
type Logged = {
  chromatogram?: { injections?: { sha256: string }[] | null } | null;
  /** The runs of a result without a reported chromatogram. */
  injections?: { sha256: string }[] | null;
  signatures?: { meaning: LoggedSignature['meaning']; name: string; at: string }[];
};

/** The fields of a log entry that are made from result.json and the salt. */
export async function loggedOf(
  result: string,
  salt: string,
): Promise<Pick<IssuedEntry, 'commitment' | 'raw_files' | 'signatures'>> {
  const { chromatogram, injections, signatures = [] } = JSON.parse(result) as Logged;
  const files = (chromatogram?.injections ?? injections ?? []).map(
    ({ sha256: hash }) => fromHex(hash) ?? new Uint8Array(),
  );
  return {
    commitment: await commitmentTo({ result, salt }),
    raw_files: files.length > 0 ? await salted(salt, concat(...files)) : null,
    signatures: await Promise.all(
      signatures.map(async ({ at, meaning, name }) => ({ at, by: await salted(salt, utf8(name)), meaning })),
    ),
  };
}
