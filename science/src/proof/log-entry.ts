import { type Bytes, concat, fromHex, sha256, toHex, utf8 } from './bytes.ts';

export const LOG_EVENTS = ['issued', 'superseded', 'retracted'] as const;
/** What can happen to a certificate. */
export type LogEvent = (typeof LOG_EVENTS)[number];

/**
 * A signature of the analyst or of the person who released. `by` is the SHA-256 over the salt of the revision and the
 * name as in result.json.
 */
export type LoggedSignature = { at: string; by: string; meaning: 'measured' | 'released' };

/** The fields about a certificate in an entry of either version. They do not show which test it is. */
type OfCertificate = {
  type: LogEvent;
  revision: number;
  /** A hash that hides the task until a reader has the opening; 64 hexadecimal digits. */
  commitment: string;
  /** The SHA-256 of the signed PDF, 64 hexadecimal digits. */
  sha256: string;
  /** When the certificate was issued; ISO 8601 in UTC. */
  issued_at: string;
  /** The time of the event; for 'issued' it is equal to `issued_at`. */
  at: string;
};

/** Version 1: `commitment` is SHA-256 over a secret salt and the task number (`commitmentTo`). */
type FirstEntry = OfCertificate & { version: 1 };

/** Version 2: `commitment` is SHA-256 over a secret salt of this revision and its result.json (`commitmentTo`). */
type EndEntry = OfCertificate & { version: 2; type: 'superseded' | 'retracted' };
type IssuedEntry = OfCertificate & {
  version: 2;
  type: 'issued';
  /** The SHA-256 over the salt and the SHA-256 of every injection in the order of result.json; null without an injection. */
  raw_files: string | null;
  signatures: LoggedSignature[];
};

/**
 * A sample was registered, as public or private. `commitment` is the SHA-256 over a secret salt and the task number.
 */
type RegisteredEntry = {
  version: 2;
  type: 'registered';
  commitment: string;
  visibility: 'public' | 'private';
  at: string;
};

/** A file of the instrument was published. `certificate`, the SHA-256 of the PDF, shows to which result it belongs. */
type FileEntry = { version: 2; type: 'file'; sha256: string; certificate: string; at: string };

/** An entry of the public log. Entries of version 1 stay as they were written, without `version`. */
export type LogEntry = FirstEntry | EndEntry | IssuedEntry | RegisteredEntry | FileEntry;
export type CertificateEntry = FirstEntry | EndEntry | IssuedEntry;

export const isOfCertificate = (entry: LogEntry): entry is CertificateEntry =>
  entry.type !== 'registered' && entry.type !== 'file';

/** What shows the task of an entry: in version 1 the task number, in version 2 result.json itself. */
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
/** The fields of each kind of entry besides type and version. */
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

/** Reads an entry. Undefined for any text that is not canonical; 'newer' for an entry of a later version, which is not faulty. */
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

/** What can be read of an entry that `readEntry` cannot read. */
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

/** Whether an opening is of a known kind, without other members. */
export const isOpening = (value: unknown): value is Opening =>
  OPENINGS.some((each) => hasFields(value, each));

export const isNewerVersion = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) > NEWEST_VERSION;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The commitment in the log that belongs to an opening: 64 hexadecimal digits. */
export function commitmentTo(opening: Opening): Promise<string> {
  return 'result' in opening
    ? salted(opening.salt, utf8(opening.result))
    : taskCommitment(opening.salt, opening.task_number);
}

/** The SHA-256 over the salt's hexadecimal digits, a colon and the task number, for entries of version 1 and registrations. */
export async function taskCommitment(salt: string, taskNumber: number): Promise<string> {
  return toHex(await sha256(utf8(`${salt}:${taskNumber}`)));
}

/** SHA-256 over the bytes of the salt and the parts after it. */
async function salted(salt: string, ...parts: Bytes[]): Promise<string> {
  const bytes = fromHex(salt);
  if (!bytes) throw new TypeError('a salt is hexadecimal');
  return toHex(await sha256(bytes, ...parts));
}

/** The fields of a result.json of which the log entry contains hashes. Older files lack these fields. */
type Logged = {
  chromatogram?: { injections?: { sha256: string }[] | null } | null;
  /** The runs of a result without a reported trace. */
  injections?: { sha256: string }[] | null;
  signatures?: { meaning: LoggedSignature['meaning']; name: string; at: string }[];
};

/** The fields of an issuing entry that are made from a result.json, hashed with the salt of the revision. */
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
