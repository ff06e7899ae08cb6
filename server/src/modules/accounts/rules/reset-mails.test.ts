import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  KNOWN_TURN_SECONDS,
  MOST_CODES,
  NETWORK_TURN_SECONDS,
  networkOf,
  planResetMails,
  type ResetMail,
  SHARED,
  SHARED_TURN_SECONDS,
  type WaitingAsk,
} from './reset-mails.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Who asks, and how many seconds after the request before. */
type Step = { asker: { name: string; isKnown: boolean }; account: string; waited: number };
type Sent = { at: number; mail: ResetMail<WaitingAsk> };

const network = (number: number) => ({ name: `network ${number}`, isKnown: false });
const browser = (number: number) => ({ name: `browser ${number}`, isKnown: true });

/** A mailbox that gets mails by the same rules as in production. */
function mailbox() {
  const asks = new Map<string, WaitingAsk>();
  const turns = new Map<string, Date>();
  const sent: Sent[] = [];
  let now = 0;
  let count = 0;

  function look(): void {
    for (const mail of planResetMails([...asks.values()], turns, new Date(now))) {
      sent.push({ at: now, mail });
      for (const ask of mail.asks) asks.delete(`${ask.userId} ${ask.asker}`);
      const seconds = mail.turn === SHARED ? SHARED_TURN_SECONDS : KNOWN_TURN_SECONDS;
      turns.set(mail.turn, new Date(now + seconds * 1000));
      if (mail.turn !== SHARED) continue;
      for (const ask of mail.asks) turns.set(ask.network, new Date(now + NETWORK_TURN_SECONDS * 1000));
    }
  }

  /** Moves the time. The job runs whenever a mail may be sent. */
  function pass(until: number): void {
    for (let turn = turns.get(SHARED)?.getTime(); turn !== undefined && turn > now && turn <= until; ) {
      now = turn;
      look();
      turn = turns.get(SHARED)?.getTime();
    }
    now = until;
  }

  function ask({ asker, account, waited }: Step): WaitingAsk {
    pass(now + waited * 1000);
    count += 1;
    const made = {
      id: String(count),
      userId: account,
      isProved: account === 'owner',
      asker: asker.name,
      isKnown: asker.isKnown,
      // Known browsers have network 0.
      network: asker.isKnown ? network(0).name : asker.name,
      askedAt: new Date(now),
    };
    asks.set(`${account} ${asker.name}`, made);
    look();
    return made;
  }

  return { ask, pass, sent, asks, now: () => now };
}

/** The largest number of mails in one hour. */
const mostInAnHour = (moments: number[]) =>
  Math.max(0, ...moments.map((from) => moments.filter((at) => at >= from && at < from + HOUR).length));

const steps = (askers: fc.Arbitrary<Step['asker']>) =>
  fc.array(
    fc.record({
      asker: askers,
      account: fc.constantFrom('owner', 'owner', 'owner', 'a stranger’s, with a tag'),
      waited: fc.oneof(fc.constantFrom(0, 1, 60, 899, 900, 901), fc.nat(1_200)),
    }),
    { maxLength: 60 },
  );
const anybody = fc.oneof(fc.nat(30).map(network), fc.nat(2).map(browser));
const strangers = fc.nat(30).map(network);

describe('reset mails are shared out fairly within a mailbox', () => {
  it('all unknown browsers together get at most four reset mails an hour, and each known browser one more', () => {
    fc.assert(
      fc.property(steps(anybody), (asked) => {
        const box = mailbox();
        for (const step of asked) box.ask(step);
        box.pass(box.now() + 2 * HOUR);
        for (const [turn, mails] of Map.groupBy(box.sent, ({ mail }) => mail.turn)) {
          const most = turn === SHARED ? 4 : 1;
          expect(mostInAnHour(mails.map(({ at }) => at))).toBeLessThanOrEqual(most);
        }
        // Each request gets at most one mail, no mail has too many reset codes, and no code goes to another account.
        const mailed = box.sent.flatMap(({ mail }) => mail.asks.map(({ id }) => id));
        expect(new Set(mailed).size).toBe(mailed.length);
        for (const { mail } of box.sent) {
          expect(mail.asks.length).toBeLessThanOrEqual(mail.turn === SHARED ? MOST_CODES : 1);
          expect(mail.asks.every(({ userId }) => userId === mail.userId)).toBe(true);
        }
      }),
    );
  });

  it('a known browser gets its reset mail at once and one each hour, whatever strangers ask for', () => {
    fc.assert(
      fc.property(steps(strangers), fc.nat(1_000), steps(strangers), (before, waited, after) => {
        const box = mailbox();
        for (const step of before) box.ask(step);
        const own = box.ask({ asker: browser(1), account: 'owner', waited });
        const answered = box.sent.find(({ mail }) => mail.asks.includes(own));
        expect(answered?.at).toBe(own.askedAt.getTime());
        for (const step of after) box.ask(step);
        // The second request of a known browser waits together with the requests of strangers.
        const again = box.ask({ asker: browser(1), account: 'owner', waited: 1 });
        box.pass(box.now() + SHARED_TURN_SECONDS * 1000);
        const others = new Set([...box.asks.values()].map(({ network }) => network));
        const isMailed = box.sent.some(({ mail }) => mail.asks.includes(again));
        expect(isMailed || others.size >= MOST_CODES).toBe(true);
      }),
    );
  });

  it('if few networks ask for codes, the last one that asked gets a code within 15 minutes', () => {
    fc.assert(
      fc.property(
        steps(strangers),
        // At least a second later: of requests in one instant, none is the last.
        fc.integer({ min: 1, max: 1_000 }),
        steps(fc.nat(MOST_CODES - 2).map(network)),
        (before, waited, after) => {
          const box = mailbox();
          for (const step of before) box.ask(step);
          const own = box.ask({ asker: network(99), account: 'owner', waited });
          // Later requests must not replace earlier ones in a mail.
          for (const step of after) box.ask(step);
          box.pass(Math.max(box.now(), own.askedAt.getTime() + SHARED_TURN_SECONDS * 1000));
          const answered = box.sent.find(({ mail }) => mail.asks.includes(own));
          expect((answered?.at ?? Number.POSITIVE_INFINITY) - own.askedAt.getTime()).toBeLessThanOrEqual(
            15 * MINUTE,
          );
        },
      ),
    );
  });

  it('a network that got no code in the last hour comes before networks that got one', () => {
    const busy = fc.array(fc.record({ network: fc.nat(30), waited: fc.constantFrom(0, 1, 30) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(busy, (asked) => {
        const box = mailbox();
        const strangers = [...new Set(asked.map((one) => one.network))].slice(0, MOST_CODES);
        // Each of these networks has had a reset code before.
        box.ask({ asker: network(98), account: 'owner', waited: 0 });
        for (const number of strangers) box.ask({ asker: network(number), account: 'owner', waited: 0 });
        box.pass(SHARED_TURN_SECONDS * 1000);
        const own = box.ask({ asker: network(99), account: 'owner', waited: 1 });
        for (const { network: number, waited } of asked) {
          if (strangers.includes(number)) box.ask({ asker: network(number), account: 'owner', waited });
        }
        box.pass(Math.max(box.now(), own.askedAt.getTime() + SHARED_TURN_SECONDS * 1000));
        const answered = box.sent.find(({ mail }) => mail.asks.includes(own));
        expect((answered?.at ?? Number.POSITIVE_INFINITY) - own.askedAt.getTime()).toBeLessThanOrEqual(
          15 * MINUTE,
        );
      }),
    );
  });

  it('a reset mail takes the newest request of each network, and requests for verified addresses first', () => {
    const asks = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        userId: fc.constantFrom('owner', 'other'),
        asker: fc.uuid(),
        isKnown: fc.boolean(),
        network: fc.nat(8).map(String),
        askedAt: fc.nat(3_000).map((at) => new Date(at)),
      }),
      { selector: ({ askedAt }) => askedAt.getTime(), minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(asks, (drawn) => {
        const waiting = drawn.map((ask): WaitingAsk => ({ ...ask, isProved: ask.userId === 'owner' }));
        const soon = new Date(HOUR);
        // Every known browser has got its mail.
        const turns = new Map(waiting.map(({ asker }) => [asker, new Date(2 * HOUR)]));
        const [mail, ...more] = planResetMails(waiting, turns, soon);
        expect(more).toEqual([]);
        const account = waiting.some(({ isProved }) => isProved) ? 'owner' : 'other';
        expect(mail).toMatchObject({ userId: account, turn: SHARED });
        const mine = waiting.filter(({ userId }) => userId === account);
        const chosen = mail?.asks ?? [];
        expect(chosen.length).toBe(Math.min(mine.length, MOST_CODES));
        for (const { network: from } of chosen) {
          const newest = Math.max(
            ...mine.filter((ask) => ask.network === from).map(({ askedAt }) => askedAt.getTime()),
          );
          expect(chosen.find((ask) => ask.network === from)?.askedAt.getTime()).toBe(newest);
        }
        // A network gets a second code only after every other network has got one.
        const networks = new Set(mine.map((ask) => ask.network)).size;
        expect(new Set(chosen.map((ask) => ask.network)).size).toBe(Math.min(networks, MOST_CODES));
      }),
    );
  });
});

it.each([
  ['203.0.113.9', '203.0.113.200', true],
  ['203.0.113.9', '203.0.114.9', false],
  ['2001:db8:1:2::/64', '2001:db8:1:ffff::/64', true],
  ['2001:db8:1:2::/64', '2001:db8:2:2::/64', false],
])('whether %s and %s belong to one network: %s', (one, other, isOne) => {
  expect(networkOf(one) === networkOf(other)).toBe(isOne);
});
