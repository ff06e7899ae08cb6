import type { Platform } from '../../platform/platform.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import { listRegistrationsOf } from './registrations.store.ts';

/** The registrations of a person's tests, with what opens their entries of the public log; they stay when the account goes. */
export function registrationsPrivacy({ db }: Platform): PrivacyPart {
  return {
    name: 'registrations',
    stays:
      'That your samples were registered as public or private, and which of the public ones you made private. It names nobody.',
    async export(userId) {
      const rows = await listRegistrationsOf(db.orm, userId);
      return rows.map(({ taskNumber, visibility, at, logIndex, salt, withdrawnAt }) => ({
        task_number: taskNumber,
        visibility,
        at,
        log_index: logIndex,
        /** SHA-256 over the salt, a colon and the task number is the entry's commitment. */
        salt,
        withdrawn_at: withdrawnAt,
      }));
    },
  };
}
