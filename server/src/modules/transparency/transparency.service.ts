import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { openKeptHeads } from './adapters/kept-heads.ts';
import { type LogSigner, openLogSigner } from './adapters/log-signer.ts';
import type { TransparencyContext } from './transparency.context.ts';
import { entriesFrom, logSize, selectEntry, verifierKeys } from './transparency.queries.ts';
import { appendEntries, lockLog } from './use-cases/append-entries.ts';
import { checkLog } from './use-cases/check-log.ts';
import { isWritable, refuseReadOnly } from './use-cases/compare-head.ts';
import { listLatestEntries } from './use-cases/list-latest-entries.ts';
import { proveConsistency, proveInclusion } from './use-cases/prove-log.ts';
import { readTile } from './use-cases/read-tile.ts';
import { currentCheckpoint, keepCheckpoint } from './use-cases/sign-head.ts';

export type Transparency = ReturnType<typeof createTransparency>;

/** The public log: a Merkle tree that everybody may read and nobody can change unseen (RFC 6962, C2SP tlog-tiles). */
export function createTransparency(platform: Platform) {
  let opening: Promise<LogSigner> | undefined;
  const ctx: TransparencyContext = {
    platform,
    signer() {
      opening ??= openLogSigner(platform.config);
      return opening;
    },
    keptHeads: openKeptHeads(platform),
    standing: { isReadOnly: false },
  };
  return {
    ...bindContext(ctx, {
      lock: lockLog,
      append: appendEntries,
      checkpoint: currentCheckpoint,
      verifierKeys,
      proofOf: proveInclusion,
      consistencyFrom: proveConsistency,
      selectEntry,
      latest: listLatestEntries,
      tile: readTile,
      entriesFrom,
      check: checkLog,
      refuseReadOnly,
      isWritable,
      keep: keepCheckpoint,
      size: logSize,
    }),
    /** Whether the last comparison with the kept heads forbade to append. */
    isReadOnly: (): boolean => ctx.standing.isReadOnly,
  };
}
