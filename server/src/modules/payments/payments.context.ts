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

/** What the use cases of payments need. */
export type PaymentsContext = {
  platform: Platform;
  accounts: AccountsContext;
  ledger: LedgerContext;
  invoices: InvoicesContext;
  /** One adapter for each payment method that this installation offers. */
  providers: Partial<Record<PaymentMethod, PaymentProvider>>;
  sellers: Map<GoodKind, Seller>;
};

/** What a payer is offered: the price and what stands on the hosted page. */
export type Offer = {
  amountCents: number;
  currency: 'usd';
  /** One line, shown on the hosted page and in billing: the name of what is bought. */
  description: string;
  /** What the payer knows it by, such as a task number. */
  reference?: string;
  /** Absolute addresses. `session_id` is added to the success address by the provider's adapter. */
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
};

/** What a good is part of, and how far its payment has got. */
export type Sale = {
  /** Of the good. */
  id: string;
  orderId?: string;
  groupId?: string;
  /** The payment that paid it. */
  paymentId: string | null;
  /** Settlement of any payment of it is over, whichever paid it. */
  isOver?: boolean;
};

/** A good that the ledger's check compares with its payments. */
export type AuditedGood = {
  id: string;
  paymentId: string | null;
  updatedAt: Date;
  /** How it and its payments contradict each other, as a sentence; undefined when they agree. */
  contradiction(payments: PaymentRecord[]): string | undefined | Promise<string | undefined>;
};

/** A module that sells one kind of good: what it alone knows of it. The sale itself is `sellGood`. */
export type Seller = Goods & (LooksAgain | WritesPages);

type Goods = {
  kind: GoodKind;
  /** Refuses not_found to everybody but the payer, and what keeps the good from being paid. */
  offer(viewer: Viewer, id: string): Promise<Offer | Refusal>;
  /** Keeps the good for its payer once the price is agreed on; answers until when its page may be open. */
  keep?(id: string): Promise<Date | Refusal>;
  /** Brings goods up to date with changed payments of them, read as they are now: called at least once for each change, in any order. */
  settle(paymentIds: string[]): Promise<void>;
  describeSales(ids: string[]): Promise<Sale[]>;
  /** Goods in the order of their ids, after `afterId`, as `tx` sees them. */
  listAfter(tx: Tx, afterId: string | undefined, limit: number): Promise<AuditedGood[]>;
  /** What the ledger's check calls a contradiction. */
  finding: LedgerFinding['kind'];
};

/** A seller that writes nothing about pages. Its goods can have their pages closed soon. */
type LooksAgain = {
  /** Why no money for the good is wanted any more; undefined while it is. Asked once a page is there, and before a job closes it. */
  refuseUnwanted(id: string): Promise<Refusal | undefined>;
  opened?: undefined;
};

/** A seller that writes of each page that it is there, and closes pages itself. */
type WritesPages = {
  /** Refuses when no money for the good, or another price, is wanted once its page is there. */
  opened(viewer: Viewer, id: string, page: OpenedPage): Promise<Refusal | undefined>;
  refuseUnwanted?: undefined;
};

export type OpenedPage = { provider: PaymentMethod; amountCents: number; expiresAt: Date };

/** The adapter of a name; throws when this installation has none. */
export function providerOf({ providers }: PaymentsContext, name: PaymentMethod): PaymentProvider {
  const provider = providers[name];
  if (!provider) throw new Error(`no adapter for ${name}`);
  return provider;
}

/** The seller of a kind of good; throws when nobody sells it. */
export function sellerOf({ sellers }: PaymentsContext, kind: GoodKind): Seller {
  const seller = sellers.get(kind);
  if (!seller) throw new Error(`nobody sells ${kind}`);
  return seller;
}
