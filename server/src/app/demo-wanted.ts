import type { Config } from '../platform/config.ts';

/** Whether the demo year is laid out: it needs payments that cost nothing, and staff who sign in with a password alone. */
export const wantsDemoYear = ({ seedDemo, stripe, staffSecondFactor }: Config): boolean =>
  seedDemo && stripe.sandbox && !staffSecondFactor;
