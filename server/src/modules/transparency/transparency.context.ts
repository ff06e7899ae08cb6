import type { Platform } from '../../platform/platform.ts';
import type { KeptHeads } from './adapters/kept-heads.ts';
import type { LogSigner } from './adapters/log-signer.ts';

export type TransparencyContext = {
  platform: Platform;
  /** Opens the log's key at the first call. */
  signer: () => Promise<LogSigner>;
  keptHeads: KeptHeads;
  /** What the last comparison with the kept heads found. */
  standing: { isReadOnly: boolean };
};
