import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RegistrationsContext } from './registrations.context.ts';
import { listWithdrawalIds, ownRegistrationOf, registrationOf } from './registrations.queries.ts';
import { changeRegistration } from './use-cases/change-registration.ts';
import { checkRegistrations } from './use-cases/check-registrations.ts';
import { putVisibility } from './use-cases/put-visibility.ts';
import { registerSample } from './use-cases/register-sample.ts';
import { withdrawalSeller } from './use-cases/sell-withdrawal.ts';

export type Registrations = ReturnType<typeof createRegistrations>;

/** Whether samples are to be published, told to the public log at the intake; and the way back to private until a result is published. */
export function createRegistrations(platform: Platform, deps: Omit<RegistrationsContext, 'platform'>) {
  const ctx: RegistrationsContext = { platform, ...deps };
  return bindContext(ctx, {
    registerSample,
    changeRegistration,
    registrationOf,
    ownRegistrationOf,
    listWithdrawalIds,
    putVisibility,
    withdrawalSeller,
    check: checkRegistrations,
  });
}
