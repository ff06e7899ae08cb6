import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { readTilePath, TILE_WIDTH, tileWidth } from '../transparency.rules.ts';
import type { TransparencyContext } from '../transparency.service.ts';
import { listEntries, listNodes } from '../transparency.store.ts';
import { currentCheckpoint } from './sign-head.ts';

const BITS_A_LEVEL = 8;

/** A file of the log by its path (C2SP tlog-tiles). Refusal: `not_found`. */
export async function readTile(
  ctx: TransparencyContext,
  path: string,
): Promise<Uint8Array<ArrayBuffer> | Refusal> {
  const { pool } = ctx.platform.db;
  const asked = readTilePath(path);
  if (!asked) return refuse('not_found');
  const { size } = await currentCheckpoint(ctx);
  if (asked.width > tileWidth(asked, size)) return refuse('not_found');
  const first = asked.index * TILE_WIDTH;
  if (asked.kind === 'entries') {
    const rows = await listEntries(pool, first, asked.width);
    return new Uint8Array(Buffer.concat(rows.map(({ body }) => prefixed(body))));
  }
  const level = asked.level * BITS_A_LEVEL;
  const ids = Array.from({ length: asked.width }, (_, place) => ({ level, index: first + place }));
  return new Uint8Array(Buffer.concat(await listNodes(pool, ids)));
}

/** The length of an entry in two bytes, and then the entry. */
function prefixed(body: string): Buffer {
  const bytes = Buffer.from(body);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
