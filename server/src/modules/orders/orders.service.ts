import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { CatalogContext } from '../catalog/catalog.service.ts';
import type { PaymentsContext } from '../payments/payments.service.ts';
import type { OrderEvent } from './orders.transitions.ts';
import { expireOrders, expireOrdersJob, remindOfExpiry } from './use-cases/remind-and-expire.ts';

export {
  findOrderedSkus,
  findRequestId,
  findTaskNumbers,
  findVerifiable,
  listOrderedTasks,
  listReceivedSamples,
  listStatedWords,
  newestTaskNumber,
} from './order-facts.queries.ts';
export type { StatedWords, VerifiableRequest } from './order-facts.store.ts';
export type { OwnFilter } from './orders.queries.ts';
export {
  findOrder,
  findOrderEvenOwn,
  findOrderForStaff,
  findOwnOrder,
  findTasks,
  isOrderReader,
  isOwnOrder,
  listOwnOrders,
  lockOrderForChange,
  orderNeedsOf,
  orderReadersOf,
  orderStatsOf,
  orderTimelineOf,
  ownTasks,
  refuseOwnOrder,
  reminderBeforeExpiry,
  selectOrder,
  selectOwnOrder,
  skuOf,
  wasPublished,
} from './orders.queries.ts';
export type { RequestRow as TestRequestRecord } from './orders.tables.ts';
export type { OrderEvent } from './orders.transitions.ts';
export { PAY_WITHIN_SECONDS } from './rules/expiry.ts';
export { readKey, showKey } from './rules/unique-key.ts';
export { cancelGroupOrder, cancelOwnOrder } from './use-cases/cancel-order.ts';
export { changeVisibility } from './use-cases/change-visibility.ts';
export { completeOrder } from './use-cases/complete-order.ts';
export { createGroupOrder } from './use-cases/create-group-order.ts';
export { createOrder } from './use-cases/create-order.ts';
export { publishOrder } from './use-cases/publish-order.ts';
export { putGroupSpecimen, putOrderDetails } from './use-cases/put-order-details.ts';
export { putOrderTracking, putOwnTracking } from './use-cases/put-tracking.ts';
export type { Intake } from './use-cases/receive-sample.ts';
export { intakeOutcomeOf, receiveOrder } from './use-cases/receive-sample.ts';
export { expireOrders, remindOfExpiry } from './use-cases/remind-and-expire.ts';
export { reopenOrder } from './use-cases/reopen-order.ts';
export { orderSeller } from './use-cases/sell-order.ts';
export { setDisclosure } from './use-cases/set-disclosure.ts';

export type OrdersContext = {
  platform: Platform;
  accounts: AccountsContext;
  catalog: CatalogContext;
  payments: PaymentsContext;
  /** What other modules do after a change of an order. The arrival of its sample is not included. */
  afterOrderChange: (tx: Tx, event: OrderEvent) => Promise<void>;
  /** What other modules do when a sample arrives. Refusals: `log_read_only`, `unavailable`. */
  afterIntake: (tx: Tx, event: OrderEvent) => Promise<undefined | Refusal>;
};

/** Orders of tests, from the draft to the result. */
export function createOrdersContext(
  platform: Platform,
  deps: Omit<OrdersContext, 'platform'>,
): OrdersContext {
  const ctx: OrdersContext = { platform, ...deps };
  platform.jobs.handle(expireOrdersJob, async () => {
    await expireOrders(ctx);
    await remindOfExpiry(ctx);
  });
  return ctx;
}
