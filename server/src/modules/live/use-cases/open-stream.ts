import type { LiveNews } from '@vialproof/contract/events';
import { isStaff, type Viewer } from '../../../platform/access.ts';
import type { Hint } from '../../../platform/live.ts';
import { outsideRequest } from '../../../platform/postgres/bounded-pool.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { authenticateViewer } from '../../accounts/accounts.service.ts';
import { isOwnOrder } from '../../orders/orders.service.ts';
import { type EventStream, openEventStream } from '../adapters/event-stream.ts';
import { channelOf, MOST_STREAMS, OPENINGS, WAIT_SECONDS } from '../live.rules.ts';
import type { LiveContext, OpenStream } from '../live.service.ts';
import { checkStream } from './check-streams.ts';

type Ask = {
  /** Null for a reader who is not signed in. */
  viewer: Viewer | null;
  /** The reader's access token; null for a reader who is not signed in. */
  token: string | null;
  /** The network address that the limits count. */
  address: string;
  groups: string[];
  groupList: boolean;
  /** The last news that the browser got. Undefined for a new connection. */
  since: string | undefined;
};

const CHECK_MILLISECONDS = 20_000;

/**
 * Opens a connection for news about a person's own requests (for staff: all) and some groups. Refusals:
 * `unauthenticated`, `rate_limited`, `unavailable`.
 */
export async function openStream(ctx: LiveContext, ask: Ask): Promise<EventStream | Refusal> {
  const { viewer } = ask;
  const channels = channelsOf(ask);
  if (channels.length === 0) return refuse('unauthenticated');
  const readerKey = viewer ? `person ${viewer.id}` : `address ${ask.address}`;
  const refused = await precheckOpening(ctx, readerKey, viewer !== null);
  if (refused) return refused;

  const opened: OpenStream = { readerKey, viewer, mayRead: () => mayRead(ctx, ask) };
  let stop: (() => void) | undefined;
  let isOver = false;
  const stream = openEventStream(() => {
    isOver = true;
    clearInterval(timer);
    stop?.();
    ctx.streams.delete(stream);
  });
  // The timer runs for hours, so it must not belong to one request.
  const timer = outsideRequest(() =>
    setInterval(() => void checkStream(stream, opened), CHECK_MILLISECONDS).unref(),
  );
  ctx.streams.set(stream, opened);
  let sending = Promise.resolve();
  // News is sent one by one, because each message waits for the check of the session.
  const send = (write: () => void | Promise<void>) => {
    sending = sending.then(async () => {
      if (isOver) return;
      if (await opened.mayRead()) await write();
      else stream.end();
    });
    sending.catch(() => stream.end());
  };
  try {
    stop = await ctx.platform.live.subscribe(channels, ask.since, {
      changed: (hint, position, channel) =>
        send(async () => {
          const isHidden = await isOfOwnWork(ctx, viewer, hint, channel);
          if (!isOver && !isHidden) stream.changed(hint as LiveNews, position);
        }),
      ready: (resumed, position) => send(() => stream.hello({ resumed }, position)),
      ended: () => stream.end(),
    });
  } catch {
    stream.end();
    return refuse('unavailable', undefined, { retryAfterSeconds: 5 });
  }
  // The connection may have closed meanwhile.
  if (isOver) stop();
  return stream;
}

function channelsOf({ viewer, groups, groupList }: Ask): string[] {
  const channels = groups.map(channelOf.group);
  if (groupList) channels.push(channelOf.groups);
  if (viewer) channels.push(channelOf.person(viewer.id));
  if (isStaff(viewer)) channels.push(channelOf.staff);
  return channels;
}

async function precheckOpening(
  { platform, streams }: LiveContext,
  readerKey: string,
  isPerson: boolean,
): Promise<Refusal | undefined> {
  const own = [...streams.values()].filter((stream) => stream.readerKey === readerKey).length;
  const most = isPerson ? MOST_STREAMS.person : MOST_STREAMS.address;
  if (own >= most || streams.size >= MOST_STREAMS.process) {
    return refuse('rate_limited', 'Too many open streams.', { retryAfterSeconds: WAIT_SECONDS });
  }
  return platform.limits.take('live', readerKey, OPENINGS);
}

/** Whether the news is about the laboratory's work on the reader's own test. */
function isOfOwnWork(
  { orders }: LiveContext,
  viewer: Viewer | null,
  { kind, id }: Hint,
  channel: string,
): Promise<boolean> {
  const isWork = viewer !== null && channel === channelOf.staff && kind === 'request';
  return isWork ? isOwnOrder(orders, viewer.id, id) : Promise.resolve(false);
}

/** Whether the session is valid and still has the same role. */
async function mayRead({ accounts }: LiveContext, { token, viewer }: Ask): Promise<boolean> {
  if (token === null) return true;
  const now = await authenticateViewer(accounts, token);
  return !isRefusal(now) && now.role === viewer?.role;
}
