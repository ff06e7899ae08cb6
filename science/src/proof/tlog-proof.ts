import { type Bytes, fromBase64, toBase64 } from './bytes.ts';

/** The signed size and hash of a log (C2SP tlog-checkpoint). */
export type Checkpoint = { origin: string; size: number; root: Bytes };
/** A proof that a log has an entry (C2SP tlog-proof). `extra` is not proved by it. */
export type TlogProof = { extra: Bytes | undefined; index: number; hashes: Bytes[]; checkpoint: string };

const HEAD = 'c2sp.org/tlog-proof@v1';
/** Even the largest possible tree needs no more hashes. */
const MOST_HASHES = 64;
const NUMBER = /^(?:0|[1-9]\d{0,15})$/;

const readNumber = (text: string | undefined) =>
  text !== undefined && NUMBER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;

function readHash(line: string): Bytes | undefined {
  const hash = fromBase64(line);
  return hash?.length === 32 ? hash : undefined;
}

/** Reads the text of a checkpoint. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const [origin, sizeText, rootText, ...more] = text.split('\n');
  const size = readNumber(sizeText);
  const root = readHash(rootText ?? '');
  if (!origin || size === undefined || !root || more.at(-1) !== '') return undefined;
  if (more.slice(0, -1).includes('')) return undefined;
  return { origin, size, root };
}

/** The text that a log signs. */
export function writeCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads a proof without checking it. */
export function readTlogProof(text: string): TlogProof | undefined {
  const end = text.indexOf('\n\n');
  if (end < 0) return undefined;
  const [head, ...lines] = text.slice(0, end).split('\n');
  const extraText = lines[0]?.startsWith('extra ') ? lines.shift()?.slice(6) : undefined;
  const extra = extraText === undefined ? undefined : fromBase64(extraText);
  const indexLine = lines.shift() ?? '';
  const index = indexLine.startsWith('index ') ? readNumber(indexLine.slice(6)) : undefined;
  const hashes = lines.map(readHash).filter((hash) => hash !== undefined);
  const isSound = head === HEAD && hashes.length === lines.length && hashes.length <= MOST_HASHES;
  if (!isSound || index === undefined || (extraText !== undefined && !extra)) return undefined;
  return { extra, index, hashes, checkpoint: text.slice(end + 2) };
}

export function writeTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const lines = [
    HEAD,
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(toBase64),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}
