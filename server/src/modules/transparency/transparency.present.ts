import { toBase64 } from '@vialproof/contract/proof/bytes';
import type { LogEntry } from '@vialproof/contract/proof/log-entry';
import { readNote } from '@vialproof/contract/proof/signed-note';
import { readCheckpoint } from '@vialproof/contract/proof/tlog-proof';
import type { PublicLog } from '@vialproof/contract/transparency';
import type { SignedHead } from './transparency.store.ts';

/** The head of the log with its newest entries. */
export function presentLog(
  { note, at }: SignedHead,
  verifierKeys: string[],
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
    entries: entries.map(({ index, entry }) => ({ index, ...entry })),
  };
}
