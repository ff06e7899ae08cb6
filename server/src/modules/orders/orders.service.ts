import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  findOrderedSkus,
  findRequestId,
  findTaskNumbers,
  findVerifiable,
  listOrderedTasks,
  listReceivedSamples,
  listStatedWords,
} from './order-facts.queries.ts';
import type { OrdersContext } from './orders.context.ts';
import {
  findEvenOwn,
  findForStaff,
  findOrder,
  findOwn,
  findTasks,
  isOwn,
  isReader,
  listOwn,
  lockForChange,
  needsOf,
  notOwn,
  ownTasks,
  readersOf,
  reminderBeforeExpiry,
  selectOrder,
  selectOwn,
  skuOf,
  statsOf,
  timelineOf,
  wasPublished,
} from './orders.queries.ts';
import { cancelGroupOrder, cancelOwnOrder } from './use-cases/cancel-order.ts';
import { changeVisibility } from './use-cases/change-visibility.ts';
import { completeOrder } from './use-cases/complete-order.ts';
import { createGroupOrder } from './use-cases/create-group-order.ts';
import { createOrder } from './use-cases/create-order.ts';
import { publishOrder } from './use-cases/publish-order.ts';
import { putGroupSpecimen, putOrderDetails } from './use-cases/put-order-details.ts';
import { putOwnTracking, putTracking } from './use-cases/put-tracking.ts';
import { intakeOutcomeOf, receiveSample } from './use-cases/receive-sample.ts';
import { expireOrders, expireOrdersJob, remindOwners } from './use-cases/remind-and-expire.ts';
import { reopenOrder } from './use-cases/reopen-order.ts';
import { orderSeller } from './use-cases/sell-order.ts';
import { setDisclosure } from './use-cases/set-disclosure.ts';

export type { StatedWords, VerifiableRequest } from './order-facts.store.ts';
export type { OwnFilter } from './orders.queries.ts';
export type { RequestRow as TestRequestRecord } from './orders.tables.ts';
export type { OrderEvent } from './orders.transitions.ts';
export { PAY_WITHIN_SECONDS } from './rules/expiry.ts';
export { readKey, showKey } from './rules/unique-key.ts';
export type { Intake } from './use-cases/receive-sample.ts';
export type Orders = ReturnType<typeof createOrders>;

/** Test requests from draft to complete. */
export function createOrders(platform: Platform, deps: Omit<OrdersContext, 'platform'>) {
  const ctx: OrdersContext = { platform, ...deps };
  platform.jobs.handle(expireOrdersJob, async () => {
    await expireOrders(ctx);
    await remindOwners(ctx);
  });
  return {
    ...bindContext(ctx, {
      create: createOrder,
      putDetails: putOrderDetails,
      cancelOwn: cancelOwnOrder,
      putTracking: putOwnTracking,
      publishPublicly: publishOrder,
      changeVisibility,
      setDisclosure,
      orderSeller,
      expire: expireOrders,
      remind: remindOwners,
      createForGroup: createGroupOrder,
      cancelForGroup: cancelGroupOrder,
      putSpecimenForGroup: putGroupSpecimen,
      trackForGroup: putTracking,
      receive: receiveSample,
      intakeOutcomeOf,
      complete: completeOrder,
      reopen: reopenOrder,
      selectOwn,
      listOwn,
      needsOf,
      statsOf,
      find: findOrder,
      findForStaff,
      findEvenOwn,
      findTasks,
      findVerifiable,
      findOrderedSkus,
      listStatedWords,
      findRequestId,
      findTaskNumbers,
      listOrderedTasks,
      listReceivedSamples,
      select: selectOrder,
      findOwn,
      lock: lockForChange,
      wasPublished,
      isReader,
      isOwn,
      ownTasks,
      notOwn,
      readersOf,
      timelineOf,
      skuOf,
      reminderBeforeExpiry,
    }),
  };
}
