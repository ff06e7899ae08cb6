import { utf8 } from '@vialproof/contract/proof/bytes';
import { canonicalEntry, type LogEntry, readEntry } from '@vialproof/contract/proof/log-entry';
import { openNote } from '@vialproof/contract/proof/signed-note';
import { writeTlogProof } from '@vialproof/contract/proof/tlog-proof';
import type { Tx } from '../../platform/database.ts';
import { PAGES_CHANGED } from '../../platform/page-policy.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { type LogSigner, openLogSigner } from './log-key.ts';
import {
  consistencyRuns,
  grow,
  hashOf,
  inclusionRuns,
  leafHash,
  readTilePath,
  subtreesOf,
  tileWidth,
} from './transparency.rules.ts';
import { type Head, type SignedHead, transparencyStore } from './transparency.store.ts';

export type Transparency = ReturnType<typeof createTransparency>;

const LATEST = 20;
const BITS_A_LEVEL = 8;

/** The public log: a Merkle tree that everybody may read and nobody can change unseen (RFC 6962, C2SP tlog-tiles). */
export function createTransparency({ db, config, clock, notifications }: Platform) {
  const store = transparencyStore(db.pool);
  let opening: Promise<LogSigner> | undefined;
  const signerOf = () => {
    opening ??= openLogSigner(config);
    return opening;
  };

  async function signHead(tx: Tx, { size, root }: Head): Promise<SignedHead> {
    const signer = await signerOf();
    const at = clock.now();
    const signed = { size, note: signer.sign({ size, root: new Uint8Array(root) }), at };
    await store.insertKey(tx, signer.verifierKey, at);
    await store.insertCheckpoint(tx, signed);
    await notifications.publish(tx, PAGES_CHANGED, 'all');
    return signed;
  }

  /** The last signed head; signed anew when the log's key or name has changed since, and when there is none. */
  async function currentCheckpoint(): Promise<SignedHead> {
    const known = await store.findCheckpoint();
    const { key } = await signerOf();
    if (known && (await openNote(known.note, [key])) !== undefined) return known;
    return db.transaction(async (tx) => signHead(tx, await store.lockHead(tx)));
  }

  async function proofHashes(runs: { from: number; to: number }[]): Promise<Uint8Array<ArrayBuffer>[]> {
    const parts = runs.map(subtreesOf);
    const hashes = await store.nodes(parts.flat());
    if (hashes.length !== parts.flat().length) throw new Error('the log lacks nodes');
    return parts.map((part) => new Uint8Array(hashOf(hashes.splice(0, part.length))));
  }

  return {
    /** Makes the caller's transaction the only one that appends, until it has ended. */
    async lock(tx: Tx): Promise<void> {
      await store.lockHead(tx);
    },

    /** Appends in the caller's transaction, which alone goes on until it has ended. Answers each entry's place. */
    async append(tx: Tx, entries: LogEntry[]): Promise<number[]> {
      if (entries.length === 0) return [];
      const { size } = await store.lockHead(tx);
      const edge = await store.nodesIn(tx, subtreesOf({ from: 0, to: size }));
      const bodies = entries.map(canonicalEntry);
      const { nodes, root } = grow(
        size,
        edge,
        bodies.map((body) => leafHash(utf8(body))),
      );
      await store.append(tx, { bodies, from: size, nodes, root });
      await signHead(tx, { size: size + entries.length, root });
      return entries.map((_, place) => size + place);
    },

    /** The signed head, as it is served at /checkpoint. */
    checkpoint: currentCheckpoint,

    /** The keys that checkpoints were ever signed with, the present one last. */
    async verifierKeys(): Promise<string[]> {
      const { verifierKey } = await signerOf();
      const known = await store.keys();
      return [...known.filter((key) => key !== verifierKey), verifierKey];
    },

    /** That the entry at `index` stands in the log, as a C2SP tlog-proof with `extra` in it. */
    async proofOf(index: number, extra: object): Promise<string> {
      const { size, note } = await currentCheckpoint();
      const hashes = await proofHashes(inclusionRuns(index, size));
      return writeTlogProof({ extra: utf8(JSON.stringify(extra)), index, hashes, checkpoint: note });
    },

    /** That the tree of `size` is the beginning of the present one. Refuses not_found beyond it. */
    async consistencyFrom(
      from: number,
    ): Promise<{ checkpoint: string; hashes: Uint8Array<ArrayBuffer>[] } | Refusal> {
      const { size, note } = await currentCheckpoint();
      if (from < 1 || from > size) return refuse('not_found');
      return { checkpoint: note, hashes: await proofHashes(consistencyRuns(from, size)) };
    },

    /** The entry at `index`; throws when there is none. */
    async selectEntry(index: number): Promise<{ entry: LogEntry; body: string }> {
      const [row] = await store.entries(index, 1);
      const entry = row && readEntry(row.body);
      if (!row || !entry) throw new Error(`the log has no entry ${index}`);
      return { entry, body: row.body };
    },

    /** The newest entries, newest first. */
    async latest(): Promise<{ index: number; entry: LogEntry }[]> {
      const { size } = await currentCheckpoint();
      const rows = await store.entries(Math.max(0, size - LATEST), LATEST);
      return rows
        .flatMap(({ idx, body }) => {
          const entry = readEntry(body);
          return entry ? [{ index: idx, entry }] : [];
        })
        .toReversed();
    },

    /** A tile or a bundle of entries by its path below /tile/ (C2SP tlog-tiles). Refuses not_found. */
    async tile(path: string): Promise<Uint8Array<ArrayBuffer> | Refusal> {
      const asked = readTilePath(path);
      if (!asked) return refuse('not_found');
      const { size } = await currentCheckpoint();
      if (asked.width > tileWidth(asked, size)) return refuse('not_found');
      const first = asked.index * 256;
      if (asked.kind === 'entries') {
        const rows = await store.entries(first, asked.width);
        return new Uint8Array(Buffer.concat(rows.map(({ body }) => prefixed(body))));
      }
      const level = asked.level * BITS_A_LEVEL;
      const ids = Array.from({ length: asked.width }, (_, place) => ({ level, index: first + place }));
      return new Uint8Array(Buffer.concat(await store.nodes(ids)));
    },
  };
}

/** An entry of a bundle: its length in two bytes, then itself. */
function prefixed(body: string): Buffer {
  const bytes = Buffer.from(body);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
