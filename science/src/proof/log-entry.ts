import { type Bytes, concat, fromHex, sha256, toHex, utf8 } from './bytes.ts';

export const LOG_EVENTS = ['issued', 'superseded', 'retracted'] as const;
/** What happens to a certificate. */
export type LogEvent = (typeof LOG_EVENTS)[number];

/** That somebody signed at the bench: `by` is SHA-256 over the revision's salt and the name as result.json has it. */
export type LoggedSignature = { at: string; by: string; meaning: 'measured' | 'released' };

/** What an entry of either version says of a certificate. It names no test. */
type OfCertificate = {
  type: LogEvent;
  revision: number;
  /** Hides whose certificate it is until somebody shows the opening; 64 hexadecimal digits. */
  commitment: string;
  /** Of the signed PDF, 64 hexadecimal digits. */
  sha256: string;
  /** When the certificate was issued; ISO 8601 in UTC. */
  issued_at: string;
  /** When it happened: for 'issued' the same moment. */
  at: string;
};

/** Version 1: `commitment` is SHA-256 over a secret salt and the task number (`commitmentTo`). */
type FirstEntry = OfCertificate & { version: 1 };

/** Version 2: `commitment` is SHA-256 over a secret salt of this revision and its result.json (`commitmentTo`). */
type EndEntry = OfCertificate & { version: 2; type: 'superseded' | 'retracted' };
type IssuedEntry = OfCertificate & {
  version: 2;
  type: 'issued';
  /** SHA-256 over the salt and the SHA-256 of every injection in the order of result.json; null without any. */
  raw_files: string | null;
  signatures: LoggedSignature[];
};

/** That a sample was taken in to be published or not; `commitment` is SHA-256 over a secret salt and the task number. */
type RegisteredEntry = {
  version: 2;
  type: 'registered';
  commitment: string;
  visibility: 'public' | 'private';
  at: string;
};

/** That a file of an instrument was published; whose result it belongs to `certificate`, the SHA-256 of the PDF, says. */
type FileEntry = { version: 2; type: 'file'; sha256: string; certificate: string; at: string };

/** An entry of the public log. Version 1 is kept as it was written: without `version`. */
export type LogEntry = FirstEntry | EndEntry | IssuedEntry | RegisteredEntry | FileEntry;
export type CertificateEntry = FirstEntry | EndEntry | IssuedEntry;

export const isOfCertificate = (entry: LogEntry): entry is CertificateEntry =>
  entry.type !== 'registered' && entry.type !== 'file';

/** What shows whose entry it is: of version 1 the task number, of version 2 result.json itself. */
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
/** The fields of each kind besides type and version. */
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

/** The bytes that are hashed: JSON with sorted keys and no space (RFC 8785). */
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

/**
 * Reads an entry; undefined for anything but the one canonical text of it, and 'newer' for one of a version that came after
 * this code: that is no fault of the entry.
 */
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

/** What can be told of an entry that `readEntry` does not read. */
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

/** Whether an opening is one of the two that are known, with nothing besides. */
export const isOpening = (value: unknown): value is Opening =>
  OPENINGS.some((each) => hasFields(value, each));

export const isNewerVersion = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) > NEWEST_VERSION;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What the log holds of an opening: 64 hexadecimal digits. */
export function commitmentTo(opening: Opening): Promise<string> {
  return 'result' in opening
    ? salted(opening.salt, utf8(opening.result))
    : taskCommitment(opening.salt, opening.task_number);
}

/** SHA-256 over the salt's hexadecimal digits, a colon and the task number: entries of version 1, and registrations. */
export async function taskCommitment(salt: string, taskNumber: number): Promise<string> {
  return toHex(await sha256(utf8(`${salt}:${taskNumber}`)));
}

/** SHA-256 over the bytes of the salt and what follows them. */
async function salted(salt: string, ...parts: Bytes[]): Promise<string> {
  const bytes = fromHex(salt);
  if (!bytes) throw new TypeError('a salt is hexadecimal');
  return toHex(await sha256(bytes, ...parts));
}

/** What a result.json says that its log entry repeats in hashes. Older files lack these fields. */
type Logged = {
  chromatogram?: { injections?: { sha256: string }[] | null } | null;
  /** Of a result that reports no trace. */
  injections?: { sha256: string }[] | null;
  signatures?: { meaning: LoggedSignature['meaning']; name: string; at: string }[];
};

/** What an entry of issuing holds of a result.json, under the salt of its revision. */
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
