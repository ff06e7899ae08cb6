import { type Bytes, isEqual } from './bytes.ts';
import { type CertificateEntry, glanceAtEntry, isOfCertificate, readEntry } from './log-entry.ts';
import { growingTree, leafHashOf } from './merkle.ts';
import type { Checkpoint } from './tlog-proof.ts';

/** Entries in a whole bundle (C2SP tlog-tiles). */
const BUNDLE_WIDTH = 256;
const UTF8 = new TextDecoder();

/** What a log says of one file. */
export type FoundInLog = {
  /** Of the entry that says that it was issued. */
  index: number;
  entry: CertificateEntry;
  state: 'current' | 'superseded' | 'retracted';
  /** When it came to that state; ISO 8601. */
  since: string;
};

/** What a whole log says. */
export type SearchedLog = {
  /** Undefined when no entry is about the file, 'newer' when one is that this code is too old to read. */
  found: FoundInLog | 'newer' | undefined;
  /** Entries that this code cannot read. */
  skipped: number;
  /** When the newest entry was written, which is as much as a head tells of its age; ISO 8601. Null without any. */
  newestAt: string | null;
};

/** The paths of the bundles that hold all entries of a log of `size`, below /tile/ (C2SP tlog-tiles), in their order. */
export function* bundlePaths(size: number): Generator<string> {
  for (let first = 0; first < size; first += BUNDLE_WIDTH) {
    const width = Math.min(BUNDLE_WIDTH, size - first);
    yield `entries/${indexPath(first / BUNDLE_WIDTH)}${width < BUNDLE_WIDTH ? `.p/${width}` : ''}`;
  }
}

/** The index in groups of three digits, such as 'x001/x234/067'. */
function indexPath(index: number): string {
  const text = String(index);
  const groups = text.padStart(3 * Math.ceil(text.length / 3), '0').match(/\d{3}/g) ?? [];
  return groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/');
}

/**
 * Reads the whole log, bundle by bundle, for what it says of the file of this SHA-256. No part of what the log answers is
 * believed before all its entries lead to the root that it signed: an entry that was changed, left out or slipped in is
 * noticed, and 'contradiction' answered. Kinds that are not known are counted and passed over: what changes how a certificate
 * stands comes with a newer version, and then what the log says of that file is left open.
 */
export async function searchLog(
  sha256: string,
  head: Pick<Checkpoint, 'size' | 'root'>,
  bundles: AsyncIterable<Bytes>,
): Promise<SearchedLog | 'contradiction'> {
  const tree = growingTree();
  let issued: { index: number; entry: CertificateEntry } | undefined;
  let ended: CertificateEntry | undefined;
  let isNewer = false;
  let skipped = 0;
  let newestAt: string | null = null;
  for await (const bundle of bundles) {
    const entries = readBundle(bundle);
    if (!entries || tree.size + entries.length > head.size) return 'contradiction';
    const hashes = await Promise.all(entries.map(leafHashOf));
    for (const [place, hash] of hashes.entries()) {
      const text = UTF8.decode(entries[place]);
      const entry = readEntry(text);
      if (entry === undefined || entry === 'newer') {
        const { isUnknownKind, at } = glanceAtEntry(text);
        skipped += 1;
        isNewer ||= !isUnknownKind && text.includes(sha256);
        newestAt = at ?? newestAt;
      } else {
        newestAt = entry.at;
        if (isOfCertificate(entry) && entry.sha256 === sha256) {
          if (entry.type === 'issued') issued ??= { index: tree.size, entry };
          // What was withdrawn stays so.
          else if (ended?.type !== 'retracted') ended = entry;
        }
      }
      await tree.append(hash);
    }
  }
  if (tree.size !== head.size || !isEqual(await tree.root(), head.root)) return 'contradiction';
  if (isNewer || !issued) return { found: isNewer ? 'newer' : undefined, skipped, newestAt };
  const state = ended?.type === 'superseded' || ended?.type === 'retracted' ? ended.type : 'current';
  return { found: { ...issued, state, since: (ended ?? issued.entry).at }, skipped, newestAt };
}

/** Entries stand one behind the other, each behind its length in two bytes. Undefined for anything else. */
function readBundle(bytes: Bytes): Bytes[] | undefined {
  const entries: Bytes[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    if (end > bytes.length) return undefined;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
