import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crashingWrites } from '../../testing/crashing-writes.ts';
import { GroupModel, type Share } from '../../testing/group-model.ts';
import { groupApp } from '../../testing/groups.ts';
import { cases } from '../../testing/property-runs.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { checkLedger } from '../ledger/ledger.service.ts';
import { paymentsFor } from '../payments/payments.service.ts';
import { followClock } from './group-tests.service.ts';

const HOUR = 3_600_000;
const PEOPLE = 5;
const PROVIDERS = ['stripe', 'coinbase'] as const;
/** How much too little the sandbox's button Underpay pays. */
const tenth = (cents: number) => Math.max(1, Math.round(cents / 10));

type Act =
  | { do: 'join' | 'leave' | 'agree'; who: number }
  /** What a person does on the payment page: pays, is refused, or pays with a delay that ends at 'news'. */
  | {
      do: 'pay' | 'decline' | 'pay_late' | 'fail_late' | 'underpay';
      who: number;
      by: (typeof PROVIDERS)[number];
    }
  /** What an admin decides about a payment of too little money. */
  | { do: 'accept' | 'refund'; who: number }
  | { do: 'finalise' | 'news' }
  /** `paying`: a person who pays just after the group was cancelled. */
  | { do: 'cancel'; paying: number }
  | { do: 'wait'; hours: number };
/** `dies`: at which write to the database the process is killed. */
type Step = Act & { dies: number | undefined };

const who = fc.nat({ max: PEOPLE - 1 });
const by = fc.constantFrom(...PROVIDERS);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ do: fc.constant('join' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('agree' as const), who }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), who, by }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('decline', 'pay_late', 'fail_late'), who, by }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('underpay' as const), who, by }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('accept', 'refund'), who }) },
  { weight: 2, arbitrary: fc.constant({ do: 'news' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'finalise' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), paying: who }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 6, max: 180 }) }),
  },
);
const step: fc.Arbitrary<Step> = fc
  .tuple(act, fc.option(fc.integer({ min: 1, max: 10 }), { freq: 2, nil: undefined }))
  .map(([what, dies]) => ({ ...what, dies }));

const PHASES: Record<string, string> = {
  open: 'open',
  gap: 'suspended',
  short: 'suspended',
  collecting: 'collecting',
  testing: 'testing',
  cancelled: 'cancelled',
};

describe('after any history, the shares and the money of a group are right', { timeout: 600_000 }, () => {
  it('after any history, every share and every cent equals that of a separate model', async () => {
    const world = await groupApp();
    const { app, create, join, detail, statement } = world;
    // If the first process dies, this one goes on.
    const heir = await testApp({}, { beside: app });
    const death = await crashingWrites(app);
    const people = await world.people(PEOPLE + 1);
    const organizer = people[PEOPLE] as Person;
    const admin = await app.person('admin');
    world.keepSignedIn(admin);
    // The clock is moved so far that a payment on its way must wait.
    app.clock.advance(48 * HOUR);
    await world.signInAgain();

    async function play(
      terms: { min: number; extra: number; cents: number; joined: number },
      steps: Step[],
    ): Promise<void> {
      const target = terms.min + terms.extra;
      const started = app.clock.now().getTime();
      const now = () => (app.clock.now().getTime() - started) / HOUR;
      const id = await create(organizer, {
        min_participants: terms.min,
        target_participants: target,
        est_test_cost_cents: 30_000 + terms.cents,
        deadline_at: new Date(started + 72 * HOUR).toISOString(),
      });
      const model = new GroupModel(34_000 + terms.cents, terms.min, target, 72);
      /** The last payment page of each share. */
      const pages = new Map<Share, string>();
      let underWay: { share: Share; comes: boolean }[] = [];
      const call = async (path: string, person: Person) =>
        app.request(`/api/group-tests/${id}/${path}`, { json: {}, token: person.token });
      const said = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
        status === 200 ? 'ok' : status >= 500 ? 'died' : body.code;
      let diesSince: Date | undefined;

      /** Runs all jobs. If the process dies, the second process goes on. */
      async function work(task: () => Promise<unknown>): Promise<void> {
        if (!diesSince) {
          await task();
          return;
        }
        await task().catch(inherit);
      }

      /** The second process goes on, and may repeat finished work. */
      async function inherit(): Promise<void> {
        if (!diesSince) return;
        await death.over();
        heir.clock.advance(app.clock.now().getTime() - heir.clock.now().getTime());
        await death.requeue(diesSince);
        await followClock(heir.modules.groups);
        await heir.jobs.drain();
      }

      /** Whether the call succeeded; false if the process died during it. */
      function done(answer: ReturnType<typeof said>, expected: () => string): boolean {
        if (answer === 'died' && diesSince) return false;
        expect(answer).toBe(expected());
        return true;
      }

      /** The payment page of a share. If the process dies, it is asked for again. */
      async function pageOf(person: Person, provider: (typeof PROVIDERS)[number]): Promise<string> {
        let answer = await world.askPage(id, person, provider);
        if (answer.status >= 500 && diesSince) {
          await inherit();
          answer = await world.askPage(id, person, provider);
        }
        expect(answer).toMatchObject({ status: 201 });
        return answer.body.url;
      }

      async function pay(at: Extract<Act, { by: string }>): Promise<void> {
        const share = model.due(at.who);
        const person = people[at.who];
        if (!share || !person) return;
        if (share.isUnderWay || share.waiting) {
          const twice = await world.askPage(id, person, 'stripe');
          const said = share.waiting ? 'payment_under_review' : 'already_paid';
          if (twice.status < 500) expect(twice.body.code).toBe(said);
          return;
        }
        const url = await pageOf(person, at.by);
        pages.set(share, url);
        await world.pressOnly(url, at.do);
        if (at.do === 'pay') model.land(share);
        if (at.do === 'underpay') model.landShort(share, share.cents - tenth(share.cents));
        if (at.do === 'pay_late' || at.do === 'fail_late') {
          share.isUnderWay = true;
          underWay.push({ share, comes: at.do === 'pay_late' });
        }
        await work(() => app.jobs.drain());
      }

      async function decide(what: 'accept' | 'refund', who: number): Promise<void> {
        const share = model.due(who);
        if (!share?.waiting) return;
        const shareId = (await detail(id, people[who])).viewer?.share?.id ?? '';
        const [payment] = await paymentsFor(heir.modules.payments, { kind: 'group_share', id: shareId });
        const decided = await app.request(`/api/lab/payments/${payment?.id}/${what}`, {
          json: { reason: 'Looked at by us' },
          token: admin.token,
        });
        if (done(said(decided), () => 'ok')) model.decide(share, what === 'accept', now());
        await work(() => app.jobs.drain());
      }

      async function cancel(paying: number): Promise<void> {
        const share = model.due(paying);
        const person = people[paying];
        const url =
          share && person && !share.isUnderWay && !share.waiting
            ? (pages.get(share) ?? (await pageOf(person, 'stripe')))
            : undefined;
        const isOpen = url && (await app.request<string>(new URL(url).pathname)).body.includes('value="pay"');
        if (done(said(await call('cancel', admin)), () => model.cancel(now())) && share && url && isOpen) {
          await world.pressOnly(url, 'pay');
          model.land(share);
        }
        await work(() => app.jobs.drain());
      }

      async function news(): Promise<void> {
        const { pool } = app.platform.db;
        await pool.query(
          "UPDATE pgboss.job SET start_after = now() WHERE name LIKE 'sandbox.%.settle-late' AND state = 'created'",
        );
        for (const { share, comes } of underWay) {
          if (comes) model.land(share);
          share.isUnderWay = false;
        }
        underWay = [];
        await work(() => app.jobs.drain());
      }

      async function perform(at: Act): Promise<void> {
        switch (at.do) {
          case 'join':
          case 'leave':
          case 'agree':
            done(said(await join(id, people[at.who], at.do)), () => model[at.do](at.who, now()));
            break;
          case 'finalise':
            done(said(await call('finalise', organizer)), () => model.finalise(now()));
            break;
          case 'cancel':
            await cancel(at.paying);
            break;
          case 'accept':
          case 'refund':
            await decide(at.do, at.who);
            break;
          case 'wait':
            for (let left = at.hours; left > 0; left -= 6) {
              app.clock.advance(Math.min(left, 6) * HOUR);
              await work(() => followClock(app.modules.groups));
              // The job of the next minute does what the crash prevented.
              await work(() => followClock(app.modules.groups));
              await work(() => app.jobs.drain());
              model.minute(now());
            }
            await world.signInAgain();
            break;
          case 'news':
            await news();
            break;
          default:
            await pay(at);
        }
      }

      const first = people
        .slice(0, terms.joined)
        .map((_, who): Step => ({ do: 'join', who, dies: undefined }));
      for (const at of [...first, ...steps]) {
        // Other tests check the laboratory's part of a group test.
        if (model.phase === 'testing' && at.do !== 'wait') break;
        diesSince = at.dies === undefined ? undefined : await death.at(at.dies);
        await perform(at);
        await inherit();
        diesSince = undefined;
        model.tick(now());
        await compare(id, model, now);
      }
      await news();
      await compare(id, model, now);
      await app.jobs.drain();
      const { movements, shares } = await statement(id, admin);
      const cents = movements.map(({ amount_cents: amount }) => amount);
      const total = (some: number[]) => some.reduce((sum, amount) => sum + amount, 0);
      expect(total(cents.filter((amount) => amount > 0))).toBe(model.charged);
      expect(-total(cents.filter((amount) => amount < 0)) || 0).toBe(model.returned);
      expect(shares.map(({ seat, amount_cents: cents, status }) => [seat, cents, status]).sort()).toEqual(
        model.shares.map(({ seat, cents, state }) => [seat, cents, state]).sort(),
      );
      expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
    }

    async function compare(id: string, model: GroupModel, now: () => number): Promise<void> {
      // What deadlines change must happen before the comparison.
      await followClock(app.modules.groups);
      model.minute(now());
      const shown = await detail(id);
      const phase = shown.test.phase ?? (shown.test.status === 'last_moment' ? 'open' : shown.test.status);
      expect(phase).toBe(PHASES[model.phase]);
      expect(shown.test.joined_count).toBe(model.members.length);
      expect(shown.test.joined_count).toBeLessThanOrEqual(model.target);
    }

    await fc.assert(
      fc.asyncProperty(
        fc.record({
          min: fc.integer({ min: 1, max: 4 }),
          extra: fc.nat({ max: 1 }),
          cents: fc.nat({ max: 999 }),
          joined: fc.nat({ max: PEOPLE - 1 }),
        }),
        fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }),
        play,
      ),
      { numRuns: cases(12), endOnFailure: true },
    );
  });
});
