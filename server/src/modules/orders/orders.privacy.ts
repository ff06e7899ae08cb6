import type { Platform } from '../../platform/platform.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import { presentOrder } from './orders.presenter.ts';
import { listOrdersOf, listTimeline } from './orders.store.ts';

const ENDED = new Set(['complete', 'cancelled']);

/** A person's orders in the export, and what they mean for deleting the account. */
export function ordersPrivacy({ db }: Platform, { catalog }: { catalog: Catalog }): PrivacyPart {
  return {
    name: 'orders',
    stays:
      'Your orders, results and certificates, without your name; whoever has task number and key can verify them.',
    async export(userId) {
      const rows = await listOrdersOf(db.orm, userId);
      const skuOf = await catalog.selectMany(rows.map((row) => row.skuId));
      return Promise.all(
        rows.map(async (row) => presentOrder(row, skuOf(row.skuId), await listTimeline(db.orm, row.id))),
      );
    },
    async blocksDeletion(userId) {
      const open = (await listOrdersOf(db.orm, userId)).filter(({ status }) => !ENDED.has(status));
      return open.map(
        ({ taskNumber }) => `Order ${taskNumber} is open: cancel it, or wait until it is complete.`,
      );
    },
  };
}
