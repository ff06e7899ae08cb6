import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTopic } from '../../platform/topic.ts';
import { CLOSE_PAGE, type RegistrationsContext } from './registrations.context.ts';
import { ownRegistrationOf, registrationOf, requestsOfWithdrawals } from './registrations.queries.ts';
import { auditWithdrawals } from './use-cases/audit-withdrawals.ts';
import { checkRegistrations } from './use-cases/check-registrations.ts';
import { closePage } from './use-cases/close-page.ts';
import { followOrder } from './use-cases/follow-order.ts';
import { findWithdrawalSale, payWithdrawal } from './use-cases/pay-withdrawal.ts';
import { putVisibility } from './use-cases/put-visibility.ts';
import { settleWithdrawal } from './use-cases/settle-withdrawal.ts';

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
      requestsOfWithdrawals,
      putVisibility,
      checkout: payWithdrawal,
      findSale: findWithdrawalSale,
      settle: settleWithdrawal,
      audit: auditWithdrawals,
      check: checkRegistrations,
    }),
    /** What jobs do. */
    work: { closePageJob: CLOSE_PAGE, ...bindContext(ctx, { closePage }) },
  };
}
