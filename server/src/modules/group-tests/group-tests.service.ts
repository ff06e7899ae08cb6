import { createKeyedMutex } from '../../platform/keyed-mutex.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { CatalogContext } from '../catalog/catalog.service.ts';
import type { LedgerContext } from '../ledger/ledger.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { PaymentsContext } from '../payments/payments.service.ts';
import { catchUpGroupJob } from './group-tests.transitions.ts';
import type { GroupEventKind } from './rules/states.ts';
import { catchUpGroup, followClock, keepTimeJob } from './use-cases/follow-clock.ts';

export {
  findGroupDetail,
  findGroupTitles,
  findNames,
  findSenderOfRequest,
  groupNeedsOf,
  listGroups,
} from './group-tests.queries.ts';
export type { GroupMailFacts } from './mail-facts.queries.ts';
export { groupMailFactsOf } from './mail-facts.queries.ts';
export { groupStatementOf, isOwnGroup, readGroupsForStaff } from './statement.queries.ts';
export { cancelGroup } from './use-cases/cancel-group.ts';
export { changeMembership } from './use-cases/change-membership.ts';
export { createGroup } from './use-cases/create-group.ts';
export { decideVolunteer } from './use-cases/decide-volunteer.ts';
export { finaliseGroup } from './use-cases/finalise-group.ts';
export { followClock } from './use-cases/follow-clock.ts';
export { moveGroupWithOrder } from './use-cases/move-group-with-order.ts';
export { payOutSender } from './use-cases/pay-out-sender.ts';
export { postGroupMessage } from './use-cases/post-message.ts';
export { putSpecimen } from './use-cases/put-specimen.ts';
export { putGroupTracking } from './use-cases/put-tracking.ts';
export { shareSeller } from './use-cases/sell-share.ts';
export { volunteerVial } from './use-cases/volunteer-vial.ts';

/** How many people at a time read a group after changing it. */
const READERS = 3;

/** An event in a group. */
export type GroupEvent = {
  groupId: string;
  kind: GroupEventKind;
  /** The id of the event, which never changes, so each person gets one mail about it. */
  eventId: number;
  /** The people who get a mail about the event. */
  recipients: string[];
};

export type GroupsContext = {
  platform: Platform;
  accounts: AccountsContext;
  catalog: CatalogContext;
  ledger: LedgerContext;
  orders: OrdersContext;
  payments: PaymentsContext;
  /** What other modules do after an event of a group. */
  afterGroupEvent: (tx: Tx, event: GroupEvent) => Promise<void>;
  /** Lets this process make only one change of a group at a time. */
  changeMutex: ReturnType<typeof createKeyedMutex>;
  /** Lets only a few people at a time read a group after changing it. */
  readMutex: ReturnType<typeof createKeyedMutex>;
};

/** Group tests: people share the cost of one test. */
export function createGroupsContext(
  platform: Platform,
  deps: Omit<GroupsContext, 'platform' | 'changeMutex' | 'readMutex'>,
): GroupsContext {
  const ctx: GroupsContext = {
    platform,
    ...deps,
    changeMutex: createKeyedMutex(),
    readMutex: createKeyedMutex(READERS),
  };
  platform.jobs.handle(keepTimeJob, () => followClock(ctx));
  platform.jobs.handle(catchUpGroupJob, ({ groupId }) => catchUpGroup(ctx, groupId));
  return ctx;
}
