import { createHash, X509Certificate } from 'node:crypto';
import type { PublicLog } from '@vialproof/contract/transparency';
import { toBase64 } from '@vialproof/science/proof/bytes';
import type { KeyFingerprints } from '@vialproof/science/proof/key-fingerprints';
import type { LogEntry } from '@vialproof/science/proof/log-entry';
import { noteKeyFingerprint, readNote, readNoteKey } from '@vialproof/science/proof/signed-note';
import { readCheckpoint } from '@vialproof/science/proof/tlog-proof';
import type { SignedHead } from './transparency.store.ts';

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The fingerprints of the certificate authorities and of the log's keys, in order. */
export async function fingerprintsIn(keyFile: string, verifierKeys: string[]): Promise<KeyFingerprints> {
  const certificates = (keyFile.match(PEM_CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
  const keys = (await Promise.all(verifierKeys.map(readNoteKey))).filter((key) => key !== undefined);
  return {
    authorities: certificates
      .filter(({ subject, issuer }) => subject === issuer)
      .map(({ raw }) => createHash('sha256').update(raw).digest('hex')),
    logKeys: await Promise.all(keys.map(noteKeyFingerprint)),
  };
}

/** The size of the log, and its newest entries. */
export function presentLog(
  { note, at }: SignedHead,
  verifierKeys: string[],
  fingerprints: KeyFingerprints,
  entries: { index: number; entry: LogEntry }[],
): PublicLog {
  const checkpoint = readCheckpoint(readNote(note)?.text ?? '');
  if (!checkpoint) throw new Error('the stored checkpoint is none');
  return {
    origin: checkpoint.origin,
    size: checkpoint.size,
    root: toBase64(checkpoint.root),
    signed_at: at.toISOString(),
    checkpoint: note,
    verifier_keys: verifierKeys,
    fingerprints: { authorities: fingerprints.authorities, log_keys: fingerprints.logKeys },
    entries: entries.map(({ index, entry }) => ({ index, ...entry })),
  };
}
