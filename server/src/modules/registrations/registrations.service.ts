import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTopic } from '../../platform/topic.ts';
import type { RegistrationsContext } from './registrations.context.ts';
import { listWithdrawalIds, ownRegistrationOf, registrationOf } from './registrations.queries.ts';
import { checkRegistrations } from './use-cases/check-registrations.ts';
import { followOrder } from './use-cases/follow-order.ts';
import { putVisibility } from './use-cases/put-visibility.ts';
import { withdrawalSeller } from './use-cases/sell-withdrawal.ts';

export type Registrations = ReturnType<typeof createRegistrations>;

/** Whether samples are to be published, told to the public log at the intake; and the way back to private until a result is published. */
export function createRegistrations(
  platform: Platform,
  deps: Omit<RegistrationsContext, 'platform' | 'changed'>,
) {
  const ctx: RegistrationsContext = { platform, ...deps, changed: createTopic() };
  deps.orders.changed.subscribe((tx, event) => followOrder(ctx, tx, event));
  return {
    changed: ctx.changed,
    ...bindContext(ctx, {
      registrationOf,
      ownRegistrationOf,
      listWithdrawalIds,
      putVisibility,
      withdrawalSeller,
      check: checkRegistrations,
    }),
  };
}
