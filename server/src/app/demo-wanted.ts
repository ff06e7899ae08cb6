import { CARD } from '@vialproof/contract/payment-methods';
import type { Config } from '../platform/config/config.ts';

/** Whether the demo year is laid out: it needs payments that cost nothing, and staff who sign in with a password alone. */
export const wantsDemoYear = ({ seedDemo, sandboxMethods, staffSecondFactor }: Config): boolean =>
  seedDemo && sandboxMethods.includes(CARD) && !staffSecondFactor;
