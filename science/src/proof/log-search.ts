import { type Bytes, isEqual } from './bytes.ts';
import { type CertificateEntry, glanceAtEntry, isOfCertificate, readEntry } from './log-entry.ts';
import { growingTree, leafHashOf } from './merkle.ts';
import type { Checkpoint } from './tlog-proof.ts';

/** How many entries a full file (bundle) of the log has (C2SP tlog-tiles). */
const BUNDLE_WIDTH = 256;
const UTF8 = new TextDecoder();

/** What the log says about one file. */
export type FoundInLog = {
  /** The index of the entry 'issued'. */
  index: number;
  entry: CertificateEntry;
  state: 'current' | 'superseded' | 'retracted';
  /** When the certificate came into this state, ISO 8601. */
  since: string;
};

/** The result of searching a whole log. */
export type SearchedLog = {
  /** Undefined if the log has no entry about the file. 'newer' if this program is too old to read the entry. */
  found: FoundInLog | 'newer' | undefined;
  /** The number of log entries that this program cannot read. */
  skipped: number;
  /** The time of the newest entry, which shows how old the log is. Null for an empty log. */
  newestAt: string | null;
};

/** The paths of all bundles of a log with `size` entries, in order (C2SP tlog-tiles). */
export function* bundlePaths(size: number): Generator<string> {
  for (let first = 0; first < size; first += BUNDLE_WIDTH) {
    const width = Math.min(BUNDLE_WIDTH, size - first);
    yield `entries/${indexPath(first / BUNDLE_WIDTH)}${width < BUNDLE_WIDTH ? `.p/${width}` : ''}`;
  }
}

/** An index in groups of three digits, such as 'x001/x234/067'. */
function indexPath(index: number): string {
  const text = String(index);
  const groups = text.padStart(3 * Math.ceil(text.length / 3), '0').match(/\d{3}/g) ?? [];
  return groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/');
}

/**
 * Reads the whole log, and looks for entries about the file with this SHA-256. If all entries together do not give the
 * signed root, the result is 'contradiction'. Unknown kinds of entries are counted and left out.
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
          // After a withdrawal nothing else can follow.
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

/** The entries of a bundle, each after its length in two bytes. Undefined for other data. */
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
