import { CARD } from '@vialproof/contract/payment-methods';
import type { Config } from '../platform/config/config.ts';

/** Whether to seed the demo year: it requires sandbox payments, and staff sign-in with a password alone. */
export const wantsDemoYear = ({ seedDemo, sandboxMethods, staffSecondFactor }: Config): boolean =>
  seedDemo && sandboxMethods.includes(CARD) && !staffSecondFactor;
