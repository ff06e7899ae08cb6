import type { Tx } from '../../platform/database.ts';
import type { createKeyedMutex } from '../../platform/keyed-mutex.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import type { GroupEventKind } from './rules/states.ts';

/** Something that happened in a group. */
export type GroupEvent = {
  groupId: string;
  kind: GroupEventKind;
  /** Of the history row: stable, so that each recipient gets one mail about it. */
  eventId: number;
  /** Who is to be written to. */
  recipients: string[];
};

export type GroupsContext = {
  platform: Platform;
  accounts: Accounts;
  catalog: Catalog;
  ledger: Ledger;
  orders: Orders;
  payments: Payments;
  /** What follows everything that happens in a group. */
  afterGroupEvent: (tx: Tx, event: GroupEvent) => Promise<void>;
  /** Lets one change of a group run at a time in this process. */
  changeMutex: ReturnType<typeof createKeyedMutex>;
  /** Lets a few people at a time read a group that they have just changed. */
  readMutex: ReturnType<typeof createKeyedMutex>;
};
