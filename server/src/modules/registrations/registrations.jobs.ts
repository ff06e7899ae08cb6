import type { Platform } from '../../platform/platform.ts';
import type { Registrations } from './registrations.service.ts';

/** Closing payment pages of withdrawals that nobody waits for: tried until the provider answers. */
export function defineRegistrationJobs({ jobs }: Platform, { work }: Registrations): void {
  jobs.define<{ withdrawalId: string }>(work.closePageJob, {}, ({ withdrawalId }) =>
    work.closePage(withdrawalId),
  );
}
