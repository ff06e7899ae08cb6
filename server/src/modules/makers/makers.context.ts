import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Orders } from '../orders/orders.service.ts';

/** Whose subject is another than before, or is called otherwise: single requests, and all requests of makers. */
export type SubjectChange = { requestIds: string[]; makerIds: string[] };

export type MakersContext = {
  platform: Platform;
  orders: Orders;
  /** What follows when tests are of other records than before, or their records are called otherwise. */
  afterNamesChange: (tx: Tx, change: SubjectChange) => Promise<void>;
};
