import type { LiveNews } from '@vialproof/contract/events';
import { isStaff, type Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Results } from '../results/results.service.ts';
import { channelOf, MOST_STREAMS, OPENINGS, WAIT_SECONDS } from './live.rules.ts';
import { type EventStream, openEventStream } from './live.stream.ts';

export { channelOf } from './live.rules.ts';
export type LiveFeed = ReturnType<typeof createLiveFeed>;

type Ask = {
  /** Null for somebody who is not signed in. */
  viewer: Viewer | null;
  /** The access token that the reader came with; null as well. */
  token: string | null;
  /** Where the reader's limits are counted: the address. */
  address: string;
  groups: string[];
  groupList: boolean;
  since: string | undefined;
};

/** What is known of a stream's reader; `check`: whether they may still read. */
type Kept = { readerKey: string; viewer: Viewer | null; check: () => Promise<boolean> };

const BEAT_SECONDS = 20;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Streams of news to browsers. A hint says what to read again; nobody is told more than what they follow has changed. */
export function createLiveFeed(
  platform: Platform,
  {
    accounts,
    orders,
    groups,
    results,
  }: { accounts: Accounts; orders: Orders; groups: Groups; results: Results },
) {
  const { live, limits, notifications } = platform;
  const streams = new Map<EventStream, Kept>();

  orders.changed.subscribe(async (tx, { requestId, ownerId, groupTestId, isPassed }) => {
    if (isPassed) return;
    const people = new Set([ownerId]);
    if (groupTestId) {
      for (const reader of await orders.readersOf(requestId, tx)) people.add(reader);
      people.add((await groups.senderOf(requestId, tx)) ?? ownerId);
      // Its page shows who is in it what became of the vial.
      await live.publish(tx, [channelOf.group(groupTestId)], { kind: 'group', id: groupTestId });
    }
    const channels = [...people].map(channelOf.person);
    await live.publish(tx, [...channels, channelOf.staff], { kind: 'request', id: requestId });
  });
  // A draft is the laboratory's own business until it is published.
  results.worked.subscribe((tx, { requestId }) =>
    live.publish(tx, [channelOf.staff], { kind: 'request', id: requestId }),
  );
  groups.changed.subscribe(async (tx, { groupId }) => {
    await live.publish(tx, [channelOf.group(groupId)], { kind: 'group', id: groupId });
    // Whoever follows the list is not told which: the id of an unlisted group is all that one needs to see it.
    await live.publish(tx, [channelOf.groups], { kind: 'groups', id: NOBODY });
  });

  /** Keeps the lines open, and ends those whose session is over; of all streams, or of some readers' only. */
  async function beat(isMeant: (viewer: Viewer | null) => boolean = () => true): Promise<void> {
    const meant = [...streams].filter(([, { viewer }]) => isMeant(viewer));
    await Promise.all(
      meant.map(async ([stream, { check }]) => {
        // While the database is away nobody knows. No hint goes out without a look at the session before it.
        const may = await check().catch(() => undefined);
        if (may) stream.beat();
        else if (may === false) stream.end();
      }),
    );
  }
  // A browser that was signed out elsewhere shows its pages no longer than the news of it takes.
  notifications.subscribe('session', {
    received: (id) => void beat((viewer) => viewer?.sessionId === id),
    connected: () => void beat((viewer) => viewer !== null),
  });
  notifications.subscribe('person', { received: (id) => void beat((viewer) => viewer?.id === id) });
  let beating: NodeJS.Timeout | undefined;

  function keep(stream: EventStream, kept: Kept): void {
    streams.set(stream, kept);
    beating ??= setInterval(() => void beat(), BEAT_SECONDS * 1000).unref();
  }

  function forget(stream: EventStream): void {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearInterval(beating);
    beating = undefined;
  }

  async function mayOpen(readerKey: string, isPerson: boolean): Promise<Refusal | undefined> {
    const mine = [...streams.values()].filter((stream) => stream.readerKey === readerKey).length;
    const most = isPerson ? MOST_STREAMS.person : MOST_STREAMS.address;
    if (mine >= most || streams.size >= MOST_STREAMS.process) {
      return refuse('rate_limited', 'Too many open streams.', { retryAfterSeconds: WAIT_SECONDS });
    }
    return limits.take('live', readerKey, OPENINGS);
  }

  return {
    /**
     * Opens a stream of what the reader may follow: their own requests, for staff all of them, and the groups they
     * name. Refuses `unauthenticated` when there is nothing to follow, and `rate_limited`.
     */
    async open({ viewer, token, address, ...ask }: Ask): Promise<EventStream | Refusal> {
      const channels = ask.groups.map(channelOf.group);
      if (ask.groupList) channels.push(channelOf.groups);
      if (viewer) channels.push(isStaff(viewer) ? channelOf.staff : channelOf.person(viewer.id));
      // Staff order tests as well; theirs come with all the others.
      if (channels.length === 0) return refuse('unauthenticated');
      const readerKey = viewer ? `person ${viewer.id}` : `address ${address}`;
      const refused = await mayOpen(readerKey, viewer !== null);
      if (refused) return refused;

      /** The session as it is now, and the role that the stream was opened with. */
      const check = async (): Promise<boolean> => {
        if (token === null) return true;
        const now = await accounts.authenticate(token);
        return !isRefusal(now) && now.role === viewer?.role;
      };
      let stop: (() => void) | undefined;
      let isOver = false;
      const stream = openEventStream(() => {
        isOver = true;
        stop?.();
        forget(stream);
      });
      keep(stream, { readerKey, viewer, check });
      let turn = Promise.resolve();
      // One after the other: each waits for the look at the session before it.
      const send = (write: () => void) => {
        turn = turn.then(async () => {
          if (isOver) return;
          if (await check()) write();
          else stream.end();
        });
        turn.catch(() => stream.end());
      };
      try {
        stop = await live.subscribe(channels, ask.since, {
          changed: (news, position) => send(() => stream.changed(news as LiveNews, position)),
          ready: (resumed, position) => send(() => stream.hello({ resumed }, position)),
          ended: () => stream.end(),
        });
      } catch {
        stream.end();
        return refuse('unavailable', undefined, { retryAfterSeconds: 5 });
      }
      // It may have ended while it was opened.
      if (isOver) stop();
      return stream;
    },

    beat,
    /** How many streams this process serves. */
    count: () => streams.size,
  };
}
