import type { PublicLog } from '@vialproof/contract/transparency';
import { fromBase64 } from '@vialproof/science/proof/bytes';
import { isConsistent } from '@vialproof/science/proof/merkle';
import { type NoteKey, openNote, readNoteKey } from '@vialproof/science/proof/signed-note';
import { type Checkpoint, readCheckpoint } from '@vialproof/science/proof/tlog-proof';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';

export interface HeadAnswer {
  isGood: boolean;
  words: string;
}

async function opened(note: string, keys: NoteKey[]): Promise<Checkpoint | undefined> {
  const text = await openNote(note, keys);
  return text === undefined ? undefined : readCheckpoint(text);
}

/**
 * Whether the public log still begins as it did when the reader stored its signed state (head). The browser proves it.
 */
export async function checkKeptHead(pasted: string, log: PublicLog): Promise<HeadAnswer> {
  const keys = (await Promise.all(log.verifier_keys.map(readNoteKey))).filter((key) => key !== undefined);
  const kept = await opened(`${pasted.replace(/\r\n/g, '\n').trim()}\n`, keys);
  if (!kept) return { isGood: false, words: 'The log has not signed this text.' };
  const entries = kept.size.toLocaleString('en');
  if (kept.size === 0)
    return { isGood: true, words: 'What you saved is an empty log: every log begins with it.' };
  const { data } = await parseResponse(api.log.consistency.$get({ query: { from: String(kept.size) } }));
  const today = await opened(data.checkpoint, keys);
  const proof = data.hashes.map((hash) => fromBase64(hash) ?? new Uint8Array());
  const holds =
    today !== undefined &&
    today.origin === kept.origin &&
    (await isConsistent({ size1: kept.size, root1: kept.root, size2: today.size, root2: today.root, proof }));
  return holds
    ? { isGood: true, words: `Today’s log begins with the ${entries} entries that you saved, unchanged.` }
    : {
        isGood: false,
        words: `The log signed ${entries} entries that it no longer begins with. Keep both texts: they prove it.`,
      };
}
