import { type Bytes, concat, fromBase64, isEqual, sha256, toBase64, toHex, utf8 } from './bytes.ts';

/** A key that signs notes: its name, its id, and the Ed25519 key (C2SP signed-note). */
export type NoteKey = { name: string; id: Bytes; publicKey: Bytes };
type NoteSignature = { name: string; id: Bytes; signature: Bytes };

const ED25519 = 1;
const MOST_SIGNATURES = 64;
const NAME = /^[^\s+]+$/u;

/** The id of a key: the first four bytes of SHA-256(name, newline, type, key). */
export async function noteKeyId(name: string, publicKey: Uint8Array): Promise<Bytes> {
  return (await sha256(utf8(`${name}\n`), new Uint8Array([ED25519]), publicKey)).slice(0, 4);
}

/** Reads 'name+id+key'; undefined if it is no such key, or if the id is wrong. */
export async function readNoteKey(text: string): Promise<NoteKey | undefined> {
  const [name = '', idText = '', ...rest] = text.trim().split('+');
  const encoded = fromBase64(rest.join('+'));
  if (!NAME.test(name) || encoded?.length !== 33 || encoded[0] !== ED25519) return undefined;
  const publicKey = encoded.slice(1);
  const id = await noteKeyId(name, publicKey);
  const isSame = idText === toHex(id);
  return isSame ? { name, id, publicKey } : undefined;
}

/** Reads a note without checking its signatures. */
export function readNote(note: string): { text: string; signatures: NoteSignature[] } | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note with any of them is no note.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note) || !note.endsWith('\n')) return undefined;
  const end = note.lastIndexOf('\n\n');
  if (end < 0) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) return undefined;
  const signatures = lines.map(readSignature);
  if (signatures.some((each) => each === undefined)) return undefined;
  return { text: note.slice(0, end + 1), signatures: signatures.filter((each) => each !== undefined) };
}

function readSignature(line: string): NoteSignature | undefined {
  const [, name, encoded] = /^\u2014 ([^\s+]+) (\S+)$/u.exec(line) ?? [];
  const bytes = encoded === undefined ? undefined : fromBase64(encoded);
  if (name === undefined || !bytes || bytes.length < 5) return undefined;
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) };
}

/**
 * The text of a note, if one of the keys signed it and no signature of a known key is wrong. Throws if the browser or
 * Node has no Ed25519.
 */
export async function openNote(note: string, keys: readonly NoteKey[]): Promise<string | undefined> {
  const read = readNote(note);
  if (!read) return undefined;
  let isSigned = false;
  for (const { name, id, signature } of read.signatures) {
    const key = keys.find((known) => known.name === name && isEqual(known.id, id));
    if (!key) continue;
    const imported = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify']);
    if (!(await crypto.subtle.verify('Ed25519', imported, signature, utf8(read.text)))) return undefined;
    isSigned = true;
  }
  return isSigned ? read.text : undefined;
}

/** The first of the keys that has signed the note. */
export function keyOfNote(note: string, keys: readonly NoteKey[]): NoteKey | undefined {
  const named = readNote(note)?.signatures ?? [];
  return keys.find((key) => named.some(({ name, id }) => name === key.name && isEqual(id, key.id)));
}

/** The fingerprint of a key that people compare: its SHA-256, hexadecimal. */
export async function noteKeyFingerprint({ publicKey }: NoteKey): Promise<string> {
  return toHex(await sha256(publicKey));
}

/** A key in the form 'name+id+key'. */
export function writeNoteKey({ name, id, publicKey }: NoteKey): string {
  const hex = toHex(id);
  const encoded = concat(new Uint8Array([ED25519]), publicKey);
  return `${name}+${hex}+${toBase64(encoded)}`;
}
