import type { Order } from '@vialproof/contract/orders';
import type { Platform } from '../../platform/platform.ts';
import type { PrivacyPart } from '../accounts/accounts.service.ts';
import { type CatalogContext, selectSkus } from '../catalog/catalog.service.ts';
import { presentOrder } from './orders.presenter.ts';
import { listTimeline } from './orders.store.ts';
import { listOpenTaskNumbers, listOrdersOf } from './own-orders.store.ts';

const PAGE = 500;

/** A person's orders, for the data export and the deletion. */
export function ordersPrivacy({ db }: Platform, { catalog }: { catalog: CatalogContext }): PrivacyPart {
  return {
    name: 'orders',
    stays:
      'Your orders, results and certificates, without your name; whoever has task number and key can verify them.',
    async export(userId) {
      const exported: Order[] = [];
      for (let offset = 0; ; offset += PAGE) {
        const rows = await listOrdersOf(db.orm, userId, { offset, limit: PAGE });
        const skuOf = await selectSkus(
          catalog,
          rows.map((row) => row.skuId),
        );
        for (const row of rows) {
          exported.push(presentOrder(row, skuOf(row.skuId), await listTimeline(db.orm, row.id)));
        }
        if (rows.length < PAGE) return exported;
      }
    },
    async blocksDeletion(userId) {
      const open = await listOpenTaskNumbers(db.orm, userId);
      return open.map(
        (taskNumber) => `Order ${taskNumber} is open: cancel it, or wait until it is complete.`,
      );
    },
  };
}
