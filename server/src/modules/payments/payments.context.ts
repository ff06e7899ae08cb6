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

/** Something that is sold (a good), and the state of its payment. */
export type Sale = {
  /** The id of the sold item, such as an order or a share. */
  id: string;
  orderId?: string;
  groupId?: string;
  /** The payment that paid for the sold item. */
  paymentId: string | null;
  /** The discount of a public test, and the price without it. Undefined without a discount. */
  discount?: Discount;
  /** True if none of its payments can change any more. */
  isOver?: boolean;
};

/** A sold item (good), such as an order or a share, for the check that compares it with its payments. */
export type AuditedGood = {
  id: string;
  paymentId: string | null;
  updatedAt: Date;
  /** In what way the sold item disagrees with its payments, in a sentence. Undefined if they agree. */
  contradiction(payments: PaymentRecord[]): string | undefined | Promise<string | undefined>;
};

/** A module that sells something, such as orders. It registers with `addSeller`. */
export type Seller = Goods & (LooksAgain | WritesPages);

type Goods = {
  kind: GoodKind;
  /**
   * The price and the texts of the payment page. Refuses with `not_found` if the item belongs to another person or
   * cannot be paid.
   */
  offer(viewer: Viewer, id: string): Promise<Offer | Refusal>;
  /** Reserves the item for the payer. Returns how long the payment page may be open. */
  keep?(id: string): Promise<Date | Refusal>;
  /** Updates sold items after changes of their payments. It may run several times and in any order. */
  settle(paymentIds: string[]): Promise<void>;
  describeSales(ids: string[]): Promise<Sale[]>;
  /** A page of sold items after the id `afterId`. */
  listAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<AuditedGood[]>;
  /** The name of this problem in the check of the accounts. */
  finding: LedgerFinding['kind'];
};

/** A module that stores nothing about payment pages. A job may close them. */
type LooksAgain = {
  /** Why the item needs no payment now, otherwise undefined. Called after a page opens, and before a job closes it. */
  refuseUnwanted(id: string): Promise<Refusal | undefined>;
  opened?: undefined;
};

/** A module that stores its payment pages and closes them itself. */
type WritesPages = {
  /** Called after a page opens. Refuses if no payment is needed or the price has changed. */
  opened(viewer: Viewer, id: string, page: OpenedPage): Promise<Refusal | undefined>;
  refuseUnwanted?: undefined;
};

export type OpenedPage = { provider: PaymentMethod; amountCents: number; expiresAt: Date };

/** The provider of a payment method. Throws if the method is not offered. */
export function providerOf({ providers }: PaymentsContext, name: PaymentMethod): PaymentProvider {
  const provider = providers[name];
  if (!provider) throw new Error(`no adapter for ${name}`);
  return provider;
}

/** The module that sells items of this kind. */
export function sellerOf({ sellers }: PaymentsContext, kind: GoodKind): Seller {
  const seller = sellers.get(kind);
  if (!seller) throw new Error(`nobody sells ${kind}`);
  return seller;
}
