import type { Clock } from '../platform/clock.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Database, Queryable, Tx } from '../platform/postgres/database.ts';
import type { Bill, Words } from './hosted-html.ts';

export type ProviderName = 'stripe' | 'coinbase';

export type SandboxContext = {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  /** Where a browser reaches the sandbox. */
  baseUrl: () => string;
  webhookUrl: (provider: ProviderName) => string;
  /** Where a hosted page may lead a visitor back to. */
  ownOrigins: () => string[];
  /** Absent for a provider whose real keys are configured. */
  stripe: { webhookSecret: string; secretKey: string } | undefined;
  coinbase: { webhookSecret: string; keySecret: string } | undefined;
  /** Whether its control address is there, and the faults that it orders: never in production. */
  hasControl: boolean;
};

/** How money comes: all at once, all of it later, a tenth too little, or a tenth too much. */
export type Payment = 'pay' | 'late' | 'underpay' | 'overpay';

/** A checkout as its hosted page sees it. */
export type HostedCheckout = {
  /** 'used': money came or is under way. 'over': none can come any more. */
  state: 'open' | 'used' | 'over';
  bill: Bill;
  /** Where a visitor goes after paying, and after giving up; null for nowhere. */
  successUrl: string | null;
  cancelUrl: string | null;
};

/** A provider that the sandbox stands in for; `State` is what it keeps of a checkout. */
export type SandboxProvider<State> = {
  name: ProviderName;
  /** Where its hosted pages are. */
  path: string;
  words: Words;
  /** The checkout as it stands now, locked: one whose time is over expires at the first look. Throws a ProviderRefusal. */
  current(ctx: SandboxContext, tx: Tx, id: string): Promise<State>;
  /** Open checkouts whose time was over at `now`. */
  listOverdue(db: Queryable, now: Date): Promise<string[]>;
  describe(state: State): HostedCheckout;
  /** Pays an open checkout; in its own currency unless another is named. */
  pay(ctx: SandboxContext, tx: Tx, state: State, how: Payment, currency?: string): Promise<unknown>;
  /** What became of a late payment; nothing when it is decided already. */
  settleLate(ctx: SandboxContext, tx: Tx, id: string, succeeded: boolean): Promise<void>;
  /** Signs an event as the provider does. */
  sign(event: object, secret: string, now: Date): { headers: Record<string, string>; payload: string };
};

/** What the delivery of events needs of a provider. */
export type EventSource = Pick<SandboxProvider<unknown>, 'current' | 'listOverdue' | 'sign'>;

/** How far an under- or overpayment misses: a tenth of what was asked, in minor units. */
export const tenthOf = (asked: number): number => Math.max(1, Math.round(asked / 10));

/** What arrives, in minor units. */
export function arriving(asked: number, how: Payment): number {
  return asked + (how === 'underpay' ? -tenthOf(asked) : how === 'overpay' ? tenthOf(asked) : 0);
}
