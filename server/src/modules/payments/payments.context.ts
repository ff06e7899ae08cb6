import type { LedgerFinding } from '@vialproof/contract/ledger';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { InvoicesContext } from '../invoices/invoices.service.ts';
import type { LedgerContext } from '../ledger/ledger.service.ts';
import type { PaymentProvider } from './adapters/provider.ts';
import type { PaymentRecord } from './payments.presenter.ts';
import type { GoodKind } from './rules/payment-facts.ts';

export type PaymentsContext = {
  platform: Platform;
  accounts: AccountsContext;
  ledger: LedgerContext;
  invoices: InvoicesContext;
  /** One adapter for each payment method of this installation. */
  providers: Partial<Record<PaymentMethod, PaymentProvider>>;
  sellers: Map<GoodKind, Seller>;
};

/** An offer to a payer: the price and the texts of the hosted page. */
export type Offer = {
  amountCents: number;
  currency: 'usd';
  /** One line for the hosted page and billing that names the good. */
  description: string;
  /** A reference that the payer knows, such as a task number. */
  reference?: string;
  /** Absolute addresses. The provider's adapter adds `session_id` to the success address. */
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** The order or group that a good belongs to, and the state of its payment. */
export type Sale = {
  /** Id of the good. */
  id: string;
  orderId?: string;
  groupId?: string;
  /** The id of the payment that paid for the good. */
  paymentId: string | null;
  /** True if every payment of the good is settled. The good may have been paid by another payment. */
  isOver?: boolean;
};

/** A good that the ledger check compares with its payments. */
export type AuditedGood = {
  id: string;
  paymentId: string | null;
  updatedAt: Date;
  /** A sentence that describes how the good and its payments contradict each other; undefined if they agree. */
  contradiction(payments: PaymentRecord[]): string | undefined | Promise<string | undefined>;
};

/** A module that sells one kind of good, and its rules for this kind. `sellGood` makes the sale. */
export type Seller = Goods & (LooksAgain | WritesPages);

type Goods = {
  kind: GoodKind;
  /** The offer to the payer. Refuses with `not_found` for other people, and refuses if the good cannot be paid. */
  offer(viewer: Viewer, id: string): Promise<Offer | Refusal>;
  /** Reserves the good after the payer has confirmed the price. Returns until when the payment page may be open. */
  keep?(id: string): Promise<Date | Refusal>;
  /**
   * Updates goods from their changed payments. It is called at least once per change, in any order, and reads the
   * current state of the payments.
   */
  settle(paymentIds: string[]): Promise<void>;
  describeSales(ids: string[]): Promise<Sale[]>;
  /** Goods in the sequence of their ids, after `afterId`, as `tx` sees them. */
  listAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<AuditedGood[]>;
  /** The name that the ledger check gives to a contradiction of this kind of good. */
  finding: LedgerFinding['kind'];
};

/** A seller that stores nothing about payment pages. A job can close the pages of its goods. */
type LooksAgain = {
  /**
   * The reason why the good needs no money now; otherwise undefined. It is called after the page is created, and before
   * a job closes the page.
   */
  refuseUnwanted(id: string): Promise<Refusal | undefined>;
  opened?: undefined;
};

/** A seller that stores each opened page and closes pages itself. */
type WritesPages = {
  /** Called after the page is created. Refuses if the good needs no money, or if its price has changed. */
  opened(viewer: Viewer, id: string, page: OpenedPage): Promise<Refusal | undefined>;
  refuseUnwanted?: undefined;
};

export type OpenedPage = { provider: PaymentMethod; amountCents: number; expiresAt: Date };

/** The adapter of a payment method; throws when this installation does not offer it. */
export function providerOf({ providers }: PaymentsContext, name: PaymentMethod): PaymentProvider {
  const provider = providers[name];
  if (!provider) throw new Error(`no adapter for ${name}`);
  return provider;
}

/** The module that sells this kind of good; throws if no module sells it. */
export function sellerOf({ sellers }: PaymentsContext, kind: GoodKind): Seller {
  const seller = sellers.get(kind);
  if (!seller) throw new Error(`nobody sells ${kind}`);
  return seller;
}
