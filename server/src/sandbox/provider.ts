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
  /** The browser's address of the sandbox. */
  baseUrl: () => string;
  webhookUrl: (provider: ProviderName) => string;
  /** Allowed origins for a hosted page's redirects. */
  ownOrigins: () => string[];
  /** Absent for a provider with real keys. */
  stripe: { webhookSecret: string; secretKey: string } | undefined;
  coinbase: { webhookSecret: string; keySecret: string } | undefined;
  /** Whether the control address and its faults exist: never in production. */
  hasControl: boolean;
};

/** Kind of payment: all at once, all later, a tenth too little, or a tenth too much. */
export type Payment = 'pay' | 'late' | 'underpay' | 'overpay';

/** A checkout as its hosted page sees it. */
export type HostedCheckout = {
  /** 'used': money arrived or is pending. 'over': no payment is possible any more. */
  state: 'open' | 'used' | 'over';
  bill: Bill;
  /** Redirect addresses after paying, and after cancelling; null without one. */
  successUrl: string | null;
  cancelUrl: string | null;
};

/** A provider of the sandbox; `State` is the stored checkout. */
export type SandboxProvider<State> = {
  name: ProviderName;
  /** Path of its hosted pages. */
  path: string;
  words: Words;
  /** The current checkout, locked: an overdue one expires when first read. Throws a ProviderRefusal. */
  current(ctx: SandboxContext, tx: Tx, id: string): Promise<State>;
  /** Open checkouts that were overdue at `now`. */
  listOverdue(db: Queryable, now: Date): Promise<string[]>;
  describe(state: State): HostedCheckout;
  /** Pays an open checkout; by default in its own currency. */
  pay(ctx: SandboxContext, tx: Tx, state: State, how: Payment, currency?: string): Promise<unknown>;
  /** The result of a late payment; no effect if already decided. */
  settleLate(ctx: SandboxContext, tx: Tx, id: string, succeeded: boolean): Promise<void>;
  /** Signs an event as the provider does. */
  sign(event: object, secret: string, now: Date): { headers: Record<string, string>; payload: string };
};

/** The parts of a provider for delivering events. */
export type EventSource = Pick<SandboxProvider<unknown>, 'current' | 'listOverdue' | 'sign'>;

/** Difference of an under- or overpayment: a tenth of the price, in minor units. */
export const tenthOf = (asked: number): number => Math.max(1, Math.round(asked / 10));

/** The arriving amount, in minor units. */
export function arriving(asked: number, how: Payment): number {
  return asked + (how === 'underpay' ? -tenthOf(asked) : how === 'overpay' ? tenthOf(asked) : 0);
}
