import type { Platform } from '../../platform/platform.ts';
import { type KeptHeads, openKeptHeads } from './adapters/kept-heads.ts';
import { type LogSigner, openLogSigner } from './adapters/log-signer.ts';

export { entriesFrom, logSize, readVerifierKeys, selectEntry } from './transparency.queries.ts';
export { appendEntries, lockLog } from './use-cases/append-entries.ts';
export { checkLog } from './use-cases/check-log.ts';
export { isReadOnly, isWritable, refuseReadOnly } from './use-cases/compare-head.ts';
export { listLatestEntries } from './use-cases/list-latest-entries.ts';
export { proveConsistency, proveInclusion } from './use-cases/prove-log.ts';
export { readTile } from './use-cases/read-tile.ts';
export { currentCheckpoint, keepCheckpoint } from './use-cases/sign-head.ts';

export type TransparencyContext = {
  platform: Platform;
  /** The signing key of the public log, read at the first call. */
  signer: () => Promise<LogSigner>;
  keptHeads: KeptHeads;
  /** Whether the log is older than a signed state that was kept outside the database. */
  standing: { isReadOnly: boolean };
};

/** The public log: a Merkle tree that can only grow (RFC 6962, C2SP tlog-tiles). */
export function createTransparencyContext(platform: Platform): TransparencyContext {
  let opening: Promise<LogSigner> | undefined;
  return {
    platform,
    signer() {
      opening ??= openLogSigner(platform.config);
      return opening;
    },
    keptHeads: openKeptHeads(platform),
    standing: { isReadOnly: false },
  };
}
