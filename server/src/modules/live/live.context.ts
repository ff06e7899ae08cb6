import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { EventStream } from './adapters/event-stream.ts';

/** What is known of the reader of an open stream; `mayRead` asks whether the session still allows it. */
export type OpenStream = { readerKey: string; viewer: Viewer | null; mayRead: () => Promise<boolean> };

export type LiveContext = {
  platform: Platform;
  accounts: Accounts;
  orders: Orders;
  groups: Groups;
  /** The streams that this process serves. */
  streams: Map<EventStream, OpenStream>;
};
