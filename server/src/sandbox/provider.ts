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
  /** The address of the sandbox for browsers. */
  baseUrl: () => string;
  webhookUrl: (provider: ProviderName) => string;
  /** The origins to which a payment page may redirect. */
  ownOrigins: () => string[];
  /** Undefined if the installation has real keys for this provider. */
  stripe: { webhookSecret: string; secretKey: string } | undefined;
  coinbase: { webhookSecret: string; keySecret: string } | undefined;
  /** Whether tests can order faults. Never in production. */
  hasControl: boolean;
};

/** How a visitor pays: at once, later, ten percent too little, or ten percent too much. */
export type Payment = 'pay' | 'late' | 'underpay' | 'overpay';

/** What the payment page needs to know about a checkout. */
export type HostedCheckout = {
  /** 'used': money has arrived or is on its way. 'over': the page takes no payment any more. */
  state: 'open' | 'used' | 'over';
  bill: Bill;
  /** Where the page goes after a payment or a cancellation. Null: it stays. */
  successUrl: string | null;
  cancelUrl: string | null;
};

/** One payment provider of the sandbox. `State` is its stored checkout. */
export type SandboxProvider<State> = {
  name: ProviderName;
  /** The path of its payment pages. */
  path: string;
  words: Words;
  /** Reads and locks a checkout. A checkout whose time is over expires at this moment. Throws a ProviderRefusal. */
  current(ctx: SandboxContext, tx: Tx, id: string): Promise<State>;
  /** Open checkouts whose time was over at `now`. */
  listOverdue(db: Queryable, now: Date): Promise<string[]>;
  describe(state: State): HostedCheckout;
  /** Pays an open checkout. Default currency: that of the checkout. */
  pay(ctx: SandboxContext, tx: Tx, state: State, how: Payment, currency?: string): Promise<unknown>;
  /** Finishes a late payment. Does nothing if it is already finished. */
  settleLate(ctx: SandboxContext, tx: Tx, id: string, succeeded: boolean): Promise<void>;
  /** Signs an event in the provider's way. */
  sign(event: object, secret: string, now: Date): { headers: Record<string, string>; payload: string };
};

/** What the delivery of events needs from a provider. */
export type EventSource = Pick<SandboxProvider<unknown>, 'current' | 'listOverdue' | 'sign'>;

/**
 * A tenth of the price, which an underpayment lacks or an overpayment adds. In the currency's smallest unit (cents).
 */
export const tenthOf = (asked: number): number => Math.max(1, Math.round(asked / 10));

/** The amount that arrives, in the currency's smallest unit (cents). */
export function arriving(asked: number, how: Payment): number {
  return asked + (how === 'underpay' ? -tenthOf(asked) : how === 'overpay' ? tenthOf(asked) : 0);
}
