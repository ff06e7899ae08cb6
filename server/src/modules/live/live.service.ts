import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { GroupsContext } from '../group-tests/group-tests.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { EventStream } from './adapters/event-stream.ts';
import { checkStreams } from './use-cases/check-streams.ts';

export { channelOf } from './live.rules.ts';
export { checkStreams, countStreams } from './use-cases/check-streams.ts';
export { openStream } from './use-cases/open-stream.ts';
export {
  publishGroupHints,
  publishOrderHints,
  publishShowcaseHints,
  publishWorkHints,
} from './use-cases/publish-hints.ts';

/** Who reads a connection for news. `mayRead` checks the session. */
export type OpenStream = { readerKey: string; viewer: Viewer | null; mayRead: () => Promise<boolean> };

export type LiveContext = {
  platform: Platform;
  accounts: AccountsContext;
  orders: OrdersContext;
  groups: GroupsContext;
  /** The open connections of this process. */
  streams: Map<EventStream, OpenStream>;
};

/** Sends news to browsers. It says only that something has changed, not what. */
export function createLiveContext(
  platform: Platform,
  modules: Omit<LiveContext, 'platform' | 'streams'>,
): LiveContext {
  const ctx: LiveContext = { platform, ...modules, streams: new Map() };
  const { notifications } = platform;
  // When a session ends, its browser gets no more news.
  notifications.subscribe('session', {
    received: (id) => void checkStreams(ctx, (viewer) => viewer?.sessionId === id),
    connected: () => void checkStreams(ctx, (viewer) => viewer !== null),
  });
  notifications.subscribe('person', {
    received: (id) => void checkStreams(ctx, (viewer) => viewer?.id === id),
  });
  return ctx;
}
