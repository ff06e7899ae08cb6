import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { Topic } from '../../platform/topic.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { OrderEvent } from './orders.transitions.ts';

export type OrdersContext = {
  platform: Platform;
  accounts: Accounts;
  catalog: Catalog;
  payments: Payments;
  /** Every change of an order, published in its transaction. */
  changed: Topic<OrderEvent>;
  otherSellers: OtherSeller[];
};

export type PageAsk = {
  requestId: string;
  provider: 'stripe' | 'coinbase';
  amountCents: number;
  /** The same for each try of one request: the id of the payment that it makes. */
  operationId: string;
};

export type Sale = { orderId: string | null; groupId: string | null; isCounted: boolean };

/** A module that sells something else through the same checkout. Both members answer undefined for ids of other things. */
export type OtherSeller = {
  checkout(viewer: Viewer, ask: PageAsk): Promise<{ url: string } | Refusal | undefined>;
  /** What a payment was for: the order that it belongs to or its group, and whether the payment has been settled. */
  findSale(subjectId: string, paymentId: string): Promise<Sale | undefined>;
};
