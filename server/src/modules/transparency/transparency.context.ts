import type { Platform } from '../../platform/platform.ts';
import type { LogSigner } from './adapters/log-signer.ts';

export type TransparencyContext = {
  platform: Platform;
  /** Opens the log's key at the first call. */
  signer: () => Promise<LogSigner>;
};
