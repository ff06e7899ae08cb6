import { CARD } from '@vialproof/contract/payment-methods';
import type { Config } from '../platform/config/config.ts';

/** Whether to create the demo year: payments must use the sandbox, and staff must not need a second factor. */
export const wantsDemoYear = ({ seedDemo, sandboxMethods, staffSecondFactor }: Config): boolean =>
  seedDemo && sandboxMethods.includes(CARD) && !staffSecondFactor;
