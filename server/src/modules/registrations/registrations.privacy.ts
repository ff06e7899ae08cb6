import type { Platform } from '../../platform/platform.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import { listOrderedTasks, type OrdersContext } from '../orders/orders.service.ts';
import { findRegistrations } from './registrations.store.ts';

/** The registrations of a person for the export. They stay when the account is deleted. */
export function registrationsPrivacy({ db }: Platform, { orders }: { orders: OrdersContext }): PrivacyPart {
  return {
    name: 'registrations',
    stays:
      'That your samples were registered as public or private, and which of the public ones you made private. It names nobody.',
    async export(userId) {
      const tasks = await listOrderedTasks(orders, db.orm, userId);
      const registered = await findRegistrations(
        db.orm,
        tasks.map(({ id }) => id),
      );
      return tasks.flatMap(({ id, taskNumber }) => {
        const row = registered.get(id);
        if (!row) return [];
        const { visibility, at, logIndex, salt, withdrawnAt } = row;
        return {
          task_number: taskNumber,
          visibility,
          at,
          log_index: logIndex,
          /** The hash in the public log is the SHA-256 of this secret number, a colon and the task number. */
          salt,
          withdrawn_at: withdrawnAt,
        };
      });
    },
  };
}
