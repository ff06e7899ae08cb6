import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupModel } from '../../testing/group-model.ts';
import { groupApp } from '../../testing/groups.ts';
import type { Person } from '../../testing/test-app.ts';

const HOUR = 3_600_000;
const PEOPLE = 5;
const RUNS = 8;

type Step =
  | { do: 'join' | 'leave' | 'agree' | 'pay' | 'open page' | 'pay late'; who: number }
  | { do: 'finalise' | 'cancel' }
  | { do: 'wait'; hours: number };

const who = fc.nat({ max: PEOPLE - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('join' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('agree' as const), who }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open page' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay late' as const), who }) },
  { weight: 1, arbitrary: fc.constant({ do: 'finalise' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 6, max: 100 }) }),
  },
);

const PHASES: Record<string, string> = {
  open: 'open',
  gap: 'suspended',
  short: 'suspended',
  collecting: 'collecting',
  testing: 'testing',
  cancelled: 'cancelled',
};

describe('histories of groups', { timeout: 240_000 }, () => {
  it('agree with a model written apart from the code, in every share and every cent', async () => {
    const world = await groupApp();
    const { app, create, join, detail, books } = world;
    const people = await world.people(PEOPLE + 1);
    const organizer = people[PEOPLE] as Person;
    const admin = await app.person('admin');
    world.remember(admin);

    async function play(terms: { min: number; extra: number; cents: number }, steps: Step[]): Promise<void> {
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
      const pages = new Map<number, { url: string; share: string; cents: number }>();
      const call = async (path: string, person: Person) =>
        app.request(`/api/group-tests/${id}/${path}`, { json: {}, token: person.token });
      const said = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
        status === 200 ? 'ok' : body.code;

      for (const at of steps) {
        // The laboratory's part is another test's.
        if (model.phase === 'testing' && at.do !== 'wait') break;
        switch (at.do) {
          case 'join':
          case 'leave':
          case 'agree':
            expect(said(await join(id, people[at.who], at.do)), at.do).toBe(model[at.do](at.who, now()));
            break;
          case 'finalise':
            expect(said(await call('finalise', organizer))).toBe(model.finalise(now()));
            break;
          case 'cancel':
            expect(said(await call('cancel', admin))).toBe(model.cancel(now()));
            await app.jobs.drain();
            break;
          case 'wait':
            for (let left = at.hours; left > 0; left -= 6) {
              await world.at(Math.min(left, 6) * HOUR);
              model.minute(now());
            }
            break;
          case 'open page': {
            const share = model.due(at.who);
            const person = people[at.who];
            if (!share || !person) break;
            const shown = (await detail(id, person)).viewer?.share;
            const url = await world.openPage(id, person);
            pages.set(at.who, { url, share: shown?.id ?? '', cents: share.cents });
            break;
          }
          case 'pay late': {
            const page = pages.get(at.who);
            const person = people[at.who];
            if (!page || !person) break;
            pages.delete(at.who);
            const shown = (await detail(id, person)).viewer?.shares.find((share) => share.id === page.share);
            if (shown?.status === 'paid') break;
            await world.press(page.url, shown?.status === 'due' ? 'pay' : 'pay_late');
            if (shown?.status === 'due') model.pay(at.who);
            else model.payLost(page.cents);
            break;
          }
          case 'pay': {
            const person = people[at.who];
            if (!person || !model.due(at.who)) break;
            await world.pay(id, person);
            model.pay(at.who);
            pages.delete(at.who);
            break;
          }
        }
        model.tick(now());
        await compare(id, model, now);
      }
      await app.jobs.drain();
      const { movements, shares } = await books(id, admin);
      expect(movements.reduce((sum, { amount_cents: cents }) => sum + cents, 0)).toBe(
        model.charged - model.returned,
      );
      expect(shares.map(({ seat, amount_cents: cents, status }) => [seat, cents, status]).sort()).toEqual(
        model.shares.map(({ seat, cents, state }) => [seat, cents, state]).sort(),
      );
      expect((await app.house.payments.checkLedger()).findings).toEqual([]);
    }

    async function compare(id: string, model: GroupModel, now: () => number): Promise<void> {
      // A look is enough for what time brings about to be done: the next step does it.
      await app.house.groups.keepTime();
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
        }),
        fc.array(step, { minLength: 10, maxLength: 30 }),
        play,
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
