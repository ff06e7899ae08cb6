import { type LogEntry, readEntry } from '@vialproof/science/proof/log-entry';
import type { TransparencyContext } from '../transparency.service.ts';
import { listEntries } from '../transparency.store.ts';
import { currentCheckpoint } from './sign-head.ts';

const LATEST = 20;

/** The newest entries, newest first. */
export async function listLatestEntries(
  ctx: TransparencyContext,
): Promise<{ index: number; entry: LogEntry }[]> {
  const { size } = await currentCheckpoint(ctx);
  const rows = await listEntries(ctx.platform.db.pool, Math.max(0, size - LATEST), LATEST);
  return rows
    .flatMap(({ idx, body }) => {
      const entry = readEntry(body);
      return entry && entry !== 'newer' ? [{ index: idx, entry }] : [];
    })
    .toReversed();
}
