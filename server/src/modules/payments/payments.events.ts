import { secondsAfter } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { paymentAbout } from './payments.about.rules.ts';
import { closeEvents, type EventEnd, findEvent, takeEvents } from './payments.events.store.ts';
import type { EventNews, ProviderOf } from './payments.provider.ts';
import type { Settlement } from './payments.settlement.ts';
import { findPaymentsAbout } from './payments.store.ts';
import type { EventRow } from './payments.tables.ts';

/** How long an event may wait for the payment it speaks of: a dispute can arrive before the completion. */
const ORPHAN_MILLISECONDS = 3_600_000;
/** Events that are worked through in one transaction. */
const TOGETHER = 25;
/** For so long nobody else takes up an event: as long as a worker may be at it, and an orphan waits for its next turn. */
const TAKEN_SECONDS = 60;
/** Rounds of one job, so that it ends well before it counts as lost. */
const ROUNDS = 40;

export type Events = ReturnType<typeof createEvents>;

/**
 * Works stored events through, once each: the rows without an end are the queue. `quiet` waits until a crowd of them is in.
 */
export function createEvents(
  { db, jobs, clock, log }: Platform,
  deps: { providerOf: ProviderOf; settlement: Settlement; quiet: () => Promise<void> },
) {
  const { providerOf, settlement, quiet } = deps;

  /** What is due, oldest first, until nothing is. */
  async function workOff(): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      await quiet();
      const now = clock.now();
      const events = await takeEvents(db.orm, now, secondsAfter(now, TAKEN_SECONDS), TOGETHER);
      for (const event of await workTogether(events)) {
        try {
          // Whoever waits for a provider here would keep all other events waiting.
          if (readOrNull(event)?.askAgain) await handOver(event);
          else await workAlone(event);
        } catch (error) {
          log.error({ err: error, eventId: event.id }, 'an event failed and will be tried again');
          await handOver(event);
        }
      }
      if (events.length < TOGETHER) return;
    }
    await jobs.send(db.orm, 'payment.inbox', {});
  }

  const handOver = ({ id }: EventRow): Promise<void> => jobs.send(db.orm, 'payment.event', { eventId: id });

  /** Answers those that have to be worked through each by itself: all of them, when one failed. */
  async function workTogether(events: EventRow[]): Promise<EventRow[]> {
    if (events.length < 2) return events;
    try {
      const read = events.map((event) => ({ event, news: readOrNull(event) }));
      const plain = read.flatMap(({ event, news }) => (news && !news.askAgain ? { event, news } : []));
      const rows = await findPaymentsAbout(
        db.orm,
        plain.map(({ news }) => news.about),
      );
      const found = plain.flatMap(({ event, news }) => {
        const row = paymentAbout(rows, event.provider, news.about);
        return row ? { event, news, paymentId: row.id } : [];
      });
      if (found.length > 0) await settle(found);
      const idle = read.flatMap(({ event, news }) => (news ? [] : { event, news }));
      await closeEvents(
        db.orm,
        idle.map(({ event, news }) => endOfIdle(event, news)),
        clock.now(),
      );
      const done = new Set([...found, ...idle].map(({ event }) => event));
      return events.filter((event) => !done.has(event));
    } catch (error) {
      log.warn(
        { err: error, count: events.length },
        'events failed together and are worked through one by one',
      );
      return events;
    }
  }

  async function settle(all: { event: EventRow; news: EventNews; paymentId: string }[]): Promise<void> {
    await db.transaction(async (tx) => {
      const changed = await settlement.absorbAll(tx, all);
      const ends = all.map(({ event, news, paymentId }, place): EventEnd => {
        const isApplied = changed[place] || news.askAgain;
        return { id: event.id, paymentId, outcome: isApplied ? 'applied' : 'nothing_new' };
      });
      await closeEvents(tx, ends, clock.now());
    });
  }

  async function workAlone(event: EventRow): Promise<void> {
    const now = clock.now();
    const news = readOrNull(event);
    if (!news) return closeEvents(db.orm, [endOfIdle(event, news)], now);
    const row = paymentAbout(await findPaymentsAbout(db.orm, [news.about]), event.provider, news.about);
    if (!row) {
      // Only an event that knows nothing but the money's movement can be early; it is due again in a minute.
      const early = !news.about.sessionId && now.getTime() - event.receivedAt.getTime() < ORPHAN_MILLISECONDS;
      if (early) return;
      log.warn({ eventId: event.id, type: event.type }, 'an event about no payment of ours');
      return closeEvents(db.orm, [{ id: event.id, paymentId: null, outcome: 'unknown_payment' }], now);
    }
    if (news.askAgain) await settlement.check(row.id);
    await settle([{ event, news, paymentId: row.id }]);
  }

  /** null for a signed event of a shape that nobody announced: reading it again would not help. */
  function readOrNull(event: EventRow): EventNews | undefined | null {
    try {
      return providerOf(event.provider).readEvent(event.payload);
    } catch (error) {
      log.error({ err: error, eventId: event.id, type: event.type }, 'an event could not be read');
      return null;
    }
  }

  return {
    workOff,

    /** Works through one stored event, once; `again` also what has been worked through. */
    async process(eventId: string, again = false): Promise<void> {
      const event = await findEvent(db.orm, eventId);
      if (event && (!event.processedAt || again)) await workAlone(event);
    },
  };
}

const endOfIdle = ({ id }: EventRow, news: undefined | null): EventEnd => ({
  id,
  paymentId: null,
  outcome: news === null ? 'unreadable' : 'irrelevant',
});
