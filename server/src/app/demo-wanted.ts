import { CARD } from '@vialproof/contract/payment-methods';
import type { Config } from '../platform/config/config.ts';

/** Whether to create demo data: only if payments use the sandbox and staff need no second factor. */
export const wantsDemoYear = ({ seedDemo, sandboxMethods, staffSecondFactor }: Config): boolean =>
  seedDemo && sandboxMethods.includes(CARD) && !staffSecondFactor;
