import { utf8 } from './bytes.ts';
import type { Fact } from './certificate-check.ts';
import {
  type CertificateEntry,
  canonicalEntry,
  commitmentTo,
  isNewerVersion,
  isOfCertificate,
  isOpening,
  loggedOf,
  type Opening,
  readEntry,
} from './log-entry.ts';
import { isIncluded, leafHashOf } from './merkle.ts';
import { keyOfNote, type NoteKey, noteKeyFingerprint, openNote } from './signed-note.ts';
import { readCheckpoint, readTlogProof } from './tlog-proof.ts';

/** What a proof contains besides: the log entry and, for those who may see it, the data behind its hash (opening). */
export type ProofExtra = { entry: string; opening?: Opening };

export type LogReport = {
  log: Fact;
  entry: CertificateEntry | null;
  index: number | null;
  checkpointSize: number | null;
  /** The fingerprint of the log's key; null if no trusted key signed. */
  logKey: string | null;
  /** Set if a newer version made the proof, so that this program cannot decide. */
  isNewer?: true;
};

const nothing = { entry: null, index: null, checkpointSize: null, logKey: null };
/** Data of a newer version are not wrong; this program is only too old for them. */
export const NEWER = 'It was made by a newer version than this checker knows: update the checker.';
const newer: LogReport = { log: { state: 'unknown', words: NEWER }, ...nothing, isNewer: true };
const refused = (words: string): LogReport => ({ log: { state: 'bad', words }, ...nothing });

/** Checks by the log's keys alone whether the laboratory issued a file. */
export async function checkProof(sha256: string, text: string, keys: readonly NoteKey[]): Promise<LogReport> {
  const proof = readTlogProof(text);
  const extra = proof && readExtra(proof.extra);
  if (extra === 'newer') return newer;
  const entry = extra && readEntry(extra.entry);
  if (!proof || !extra || !entry) return refused('The proof cannot be read.');
  if (entry === 'newer') return newer;
  if (!hasKnownMembers(extra)) {
    return refused('The proof shows more, or less, than proofs do, and names no newer version that may.');
  }
  if (!isOfCertificate(entry)) return refused('The proof is not one of issuing.');
  if (entry.sha256 !== sha256) return refused('The proof belongs to another file.');
  if (entry.type !== 'issued') return refused('The proof is not one of issuing.');
  if (extra.opening && !(await isOpenedBy(entry, extra.opening))) {
    return refused('The proof names a task that the log’s entry does not belong to.');
  }
  let note: string | undefined;
  try {
    note = await openNote(proof.checkpoint, keys);
  } catch {
    const words = 'This browser cannot check the log’s signature (Ed25519).';
    return { log: { state: 'unknown', words }, ...nothing };
  }
  const checkpoint = note === undefined ? undefined : readCheckpoint(note);
  const isOfLog = checkpoint && keys.some(({ name }) => name === checkpoint.origin);
  if (!checkpoint || !isOfLog)
    return refused('The proof’s checkpoint is not signed by the laboratory’s log.');
  const { index, hashes } = proof;
  const { size, root } = checkpoint;
  const leafHash = await leafHashOf(utf8(extra.entry));
  if (!(await isIncluded({ index, size, leafHash, proof: hashes, root }))) {
    return refused('The log does not hold this certificate: the proof does not lead to its root.');
  }
  const words = `Entry ${index.toLocaleString('en')} of the public log, proved against its head of ${size.toLocaleString('en')} entries.`;
  const key = keyOfNote(proof.checkpoint, keys);
  const logKey = key ? await noteKeyFingerprint(key) : null;
  return { log: { state: 'good', words }, entry, index, checkpointSize: size, logKey };
}

/** Whether the data behind the hashes (opening) fit every hash of the entry. */
async function isOpenedBy(entry: CertificateEntry, opening: Opening): Promise<boolean> {
  try {
    if (!('result' in opening))
      return entry.version === 1 && entry.commitment === (await commitmentTo(opening));
    const shown = await loggedOf(opening.result, opening.salt);
    return canonicalEntry({ ...entry, ...shown }) === canonicalEntry(entry);
  } catch {
    return false;
  }
}

/** Whether a proof has only known parts. No hash would protect an unknown one. */
const hasKnownMembers = (extra: ProofExtra): boolean =>
  Object.keys(extra).every((name) => name === 'entry' || name === 'opening') &&
  (!Object.hasOwn(extra, 'opening') || isOpening(extra.opening));

/** Reads what a proof contains besides. Only one exact form of text is accepted. */
function readExtra(bytes: Uint8Array | undefined): ProofExtra | 'newer' | undefined {
  if (!bytes) return undefined;
  try {
    const text = new TextDecoder().decode(bytes);
    const given = JSON.parse(text) as { [name: string]: unknown; opening?: { version?: unknown } } | null;
    if (isNewerVersion(given?.version) || isNewerVersion(given?.opening?.version)) return 'newer';
    const isSound = typeof given?.entry === 'string' && JSON.stringify(given) === text;
    return isSound ? (given as ProofExtra) : undefined;
  } catch {
    return undefined;
  }
}
