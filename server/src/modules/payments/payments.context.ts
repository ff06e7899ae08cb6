import type { LedgerFinding } from '@vialproof/contract/ledger';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { Discount, InvoicesContext } from '../invoices/invoices.service.ts';
import type { LedgerContext } from '../ledger/ledger.service.ts';
import type { PaymentProvider } from './adapters/provider.ts';
import type { PaymentRecord } from './payments.presenter.ts';
import type { GoodKind } from './rules/payment-facts.ts';

export type PaymentsContext = {
  platform: Platform;
  accounts: AccountsContext;
  ledger: LedgerContext;
  invoices: InvoicesContext;
  /** The adapter of each payment method. */
  providers: Partial<Record<PaymentMethod, PaymentProvider>>;
  sellers: Map<GoodKind, Seller>;
};

/** The price and the texts of a payment page. */
export type Offer = {
  amountCents: number;
  currency: 'usd';
  /** One line that names what is sold. */
  description: string;
  /** A number that the payer knows, such as a task number. */
  reference?: string;
  /** Complete addresses; the adapter adds `session_id`. */
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** A sold thing (good) and the state of its payment. */
export type Sale = {
  /** The id of the good. */
  id: string;
  orderId?: string;
  groupId?: string;
  /** The payment that paid for it. */
  paymentId: string | null;
  /** The price before the discount for a public test, and this discount; undefined without a discount. */
  discount?: Discount;
  /** True if all its payments are settled. */
  isOver?: boolean;
};

/** A good that the ledger check compares with its payments. */
export type AuditedGood = {
  id: string;
  paymentId: string | null;
  updatedAt: Date;
  /** How the good and its payments contradict each other, in a sentence; undefined if they agree. */
  contradiction(payments: PaymentRecord[]): string | undefined | Promise<string | undefined>;
};

/** A module that sells something. `sellGood` registers it. */
export type Seller = Goods & (LooksAgain | WritesPages);

type Goods = {
  kind: GoodKind;
  /**
   * The price and texts for the payer. Refuses with `not_found` for other people's goods, and if nothing can be paid.
   */
  offer(viewer: Viewer, id: string): Promise<Offer | Refusal>;
  /** Reserves the good; returns how long the payment page may be open. */
  keep?(id: string): Promise<Date | Refusal>;
  /** Brings goods to the state of their payments. It may be called several times and in any order. */
  settle(paymentIds: string[]): Promise<void>;
  describeSales(ids: string[]): Promise<Sale[]>;
  /** Goods sorted by id, after `afterId`. */
  listAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<AuditedGood[]>;
  /** The kind of finding in the ledger check. */
  finding: LedgerFinding['kind'];
};

/** A seller that stores nothing about payment pages; a job may close them. */
type LooksAgain = {
  /** Why the good needs no money now; otherwise undefined. Called after a page opens, and before a job closes it. */
  refuseUnwanted(id: string): Promise<Refusal | undefined>;
  opened?: undefined;
};

/** A seller that stores its payment pages and closes them itself. */
type WritesPages = {
  /** Called after a page opens. Refuses if no money is needed or the price has changed. */
  opened(viewer: Viewer, id: string, page: OpenedPage): Promise<Refusal | undefined>;
  refuseUnwanted?: undefined;
};

export type OpenedPage = { provider: PaymentMethod; amountCents: number; expiresAt: Date };

/** The adapter of a payment method; throws if it is not offered. */
export function providerOf({ providers }: PaymentsContext, name: PaymentMethod): PaymentProvider {
  const provider = providers[name];
  if (!provider) throw new Error(`no adapter for ${name}`);
  return provider;
}

/** The module that sells this kind of thing. */
export function sellerOf({ sellers }: PaymentsContext, kind: GoodKind): Seller {
  const seller = sellers.get(kind);
  if (!seller) throw new Error(`nobody sells ${kind}`);
  return seller;
}
