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
  /** One line for the hosted page and billing: the name of the good. */
  description: string;
  /** A reference that the payer knows, such as a task number. */
  reference?: string;
  /** Absolute addresses. The provider's adapter adds `session_id` to the success address. */
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** The order or group of a good, and the state of its payment. */
export type Sale = {
  /** Id of the good. */
  id: string;
  orderId?: string;
  groupId?: string;
  /** The payment that paid it. */
  paymentId: string | null;
  /** The settlement of every payment of it is over, whichever payment paid for it. */
  isOver?: boolean;
};

/** A good that the ledger check compares with its payments. */
export type AuditedGood = {
  id: string;
  paymentId: string | null;
  updatedAt: Date;
  /** How it and its payments contradict each other, as a sentence; undefined when they agree. */
  contradiction(payments: PaymentRecord[]): string | undefined | Promise<string | undefined>;
};

/** A module that sells one kind of good, with the rules of that kind. `sellGood` does the sale. */
export type Seller = Goods & (LooksAgain | WritesPages);

type Goods = {
  kind: GoodKind;
  /** Refuses not_found to others than the payer, and every reason why the good cannot be paid. */
  offer(viewer: Viewer, id: string): Promise<Offer | Refusal>;
  /** Reserves the good for its payer after the price is confirmed; returns until when its page may be open. */
  keep?(id: string): Promise<Date | Refusal>;
  /** Updates goods from their changed payments, read as they are now: called at least once per change, in any order. */
  settle(paymentIds: string[]): Promise<void>;
  describeSales(ids: string[]): Promise<Sale[]>;
  /** Goods by id, after `afterId`, as `tx` sees them. */
  listAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<AuditedGood[]>;
  /** The ledger check's name for a contradiction. */
  finding: LedgerFinding['kind'];
};

/** A seller that stores nothing about pages. A job can close pages of its goods. */
type LooksAgain = {
  /** Why the good needs no money now; else undefined. Called once its page exists, and before a job closes it. */
  refuseUnwanted(id: string): Promise<Refusal | undefined>;
  opened?: undefined;
};

/** A seller that stores each opened page, and closes pages itself. */
type WritesPages = {
  /** Refuses when the good needs no money, or has another price, once its page exists. */
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

/** The seller of a kind of good; throws when it is missing. */
export function sellerOf({ sellers }: PaymentsContext, kind: GoodKind): Seller {
  const seller = sellers.get(kind);
  if (!seller) throw new Error(`nobody sells ${kind}`);
  return seller;
}
