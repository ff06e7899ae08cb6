import { CARD } from '@vialproof/contract/payment-methods';
import type { Config } from '../platform/config/config.ts';

/** Whether to create demo data: only if payments use the sandbox, and staff need nothing besides their passwords. */
export const wantsDemoYear = (config: Config): boolean =>
  config.seedDemo &&
  config.sandboxMethods.includes(CARD) &&
  !config.staffSecondFactor &&
  !config.adminPasskey;
