import type { Platform } from '../../platform/platform.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import { findTaskNumbers, type OrdersContext } from '../orders/orders.service.ts';
import { deleteAssignmentsOf, listAssignmentsOf } from './assignees.store.ts';

/** The samples of a member of staff, for the data export. */
export function resultsPrivacy({ db }: Platform, { orders }: { orders: OrdersContext }): PrivacyPart {
  return {
    name: 'samples_taken_on',
    async export(userId) {
      const taken = await listAssignmentsOf(db.orm, userId);
      const tasks = await findTaskNumbers(
        orders,
        db.orm,
        taken.map(({ requestId }) => requestId),
      );
      // The newest photo is the first.
      return taken
        .map(({ requestId, at }) => ({ task_number: Number(tasks.get(requestId)), at: at.toISOString() }))
        .sort((one, other) => other.at.localeCompare(one.at) || one.task_number - other.task_number);
    },
    erase: (tx, userId) => deleteAssignmentsOf(tx, userId),
  };
}
