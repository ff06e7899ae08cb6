import { bindContext } from '../../platform/bind-context.ts';
import { createKeyedMutex } from '../../platform/keyed-mutex.ts';
import type { Platform } from '../../platform/platform.ts';
import type { GroupsContext } from './group-tests.context.ts';
import { groupsPrivacy } from './group-tests.privacy.ts';
import {
  findDetail,
  findGroupTitles,
  findSenderOfRequest,
  listGroups,
  needsOf,
} from './group-tests.queries.ts';
import { catchUpGroupJob } from './group-tests.transitions.ts';
import { mailFactsOf } from './mail-facts.queries.ts';
import { listForStaff, statementOf } from './statement.queries.ts';
import { cancelGroup } from './use-cases/cancel-group.ts';
import { changeMembership } from './use-cases/change-membership.ts';
import { createGroup } from './use-cases/create-group.ts';
import { decideVolunteer } from './use-cases/decide-volunteer.ts';
import { finaliseGroup } from './use-cases/finalise-group.ts';
import { catchUpGroup, followClock, keepTimeJob } from './use-cases/follow-clock.ts';
import { moveGroupWithOrder } from './use-cases/move-group-with-order.ts';
import { payOutSender } from './use-cases/pay-out-sender.ts';
import { postMessage } from './use-cases/post-message.ts';
import { putSpecimen } from './use-cases/put-specimen.ts';
import { putTracking } from './use-cases/put-tracking.ts';
import { shareSeller } from './use-cases/sell-share.ts';
import { volunteerVial } from './use-cases/volunteer-vial.ts';

export type { GroupEvent } from './group-tests.context.ts';
export type { GroupMailFacts } from './mail-facts.queries.ts';
export { TAKEN_PAY_MS } from './rules/deadlines.ts';
export type Groups = ReturnType<typeof createGroups>;

/** People who read a group at a time, right after they changed it. */
const READERS = 3;

/** Group tests: strangers share the cost of one test, and every cent is accounted for. */
export function createGroups(
  platform: Platform,
  deps: Omit<GroupsContext, 'platform' | 'changeMutex' | 'readMutex'>,
) {
  const ctx: GroupsContext = {
    platform,
    ...deps,
    changeMutex: createKeyedMutex(),
    readMutex: createKeyedMutex(READERS),
  };
  platform.jobs.handle(keepTimeJob, () => followClock(ctx));
  platform.jobs.handle(catchUpGroupJob, ({ groupId }) => catchUpGroup(ctx, groupId));
  return {
    privacy: groupsPrivacy(ctx),
    ...bindContext(ctx, {
      moveGroupWithOrder,
      list: listGroups,
      detail: findDetail,
      create: createGroup,
      join: changeMembership,
      finalise: finaliseGroup,
      cancel: cancelGroup,
      message: postMessage,
      volunteer: volunteerVial,
      decide: decideVolunteer,
      putSpecimen,
      putTracking,
      senderOf: findSenderOfRequest,
      needsOf,
      shareSeller,
      statement: statementOf,
      forStaff: listForStaff,
      payOut: payOutSender,
      mailFactsOf,
      findGroupTitles,
      keepTime: followClock,
    }),
  };
}
