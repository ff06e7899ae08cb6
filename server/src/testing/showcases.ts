import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Discoveries, MyShowcases, NextShowcase, ReservedShowcase } from '@vialproof/contract/showcases';
import { dayOf } from '@vialproof/science/calendar/dates';
import { expect } from 'vitest';
import { checkLedger } from '../modules/ledger/ledger.service.ts';
import { paymentsFor } from '../modules/payments/payments.service.ts';
import { beginDay, releaseRunOut, remindOfWeekEnd } from '../modules/showcases/showcases.service.ts';
import { laboratory } from './lab.ts';
import { seedTests } from './seed-tests.ts';
import { storefront } from './storefront.ts';
import { labApp, type Person, type TestApp } from './test-app.ts';

export const WEEK_CENTS = 4_900;
const DAY_MS = 86_400_000;

type Reserved = { data: ReservedShowcase } & ProblemBody;

/**
 * An installation with a laboratory, a price list and enough published results for every place on the home page. It is
 * 10:00.
 */
export async function showcaseApp(env: Record<string, string> = {}) {
  const app = await labApp(env);
  const { clock, platform } = app;
  // Starts on a later day, so that no real midnight falls into the test.
  const tomorrow = Date.parse(dayOf(new Date(clock.now().getTime() + DAY_MS)));
  clock.advance(tomorrow + 10 * 3_600_000 - clock.now().getTime());
  // The task numbers before these belong to the prepared laboratory.
  await seedTests(app, 40, 1_001);
  const { rows } = await platform.db.pool.query<{ id: string; is_shown: boolean }>(
    'SELECT request_id AS id, published_at IS NOT NULL AS is_shown FROM public_test WHERE task_number > 11000 ORDER BY task_number',
  );
  const crowd = new Set(rows.map(({ id }) => id));
  const free = rows.filter(({ is_shown }) => is_shown).map(({ id }) => id);
  const lab = await laboratory(app);
  await signInAgain(app, [lab.customer, lab.analyst, lab.reviewer, lab.admin]);
  const shop = await storefront(app);

  const days = (n: number) => dayOf(new Date(clock.now().getTime() + n * DAY_MS));

  const world = {
    app,
    lab,
    shop,
    /** The date this many days from today. */
    days,
    /** Moves the clock to 10:00, `n` days later, and runs the daily jobs. */
    async pass(n: number): Promise<void> {
      clock.advance(n * DAY_MS);
      await beginDay(app.modules.showcases);
      await releaseRunOut(app.modules.showcases);
      await remindOfWeekEnd(app.modules.showcases);
      await app.jobs.drain();
    },
    /** Gives this many published results to a person. Returns their ids. */
    async give(person: Person, count: number): Promise<string[]> {
      const given = free.splice(0, count);
      expect(given.length).toBe(count);
      await platform.db.pool.query('UPDATE test_request SET customer_id = $1 WHERE id = ANY ($2)', [
        person.id,
        given,
      ]);
      return given;
    },
    next: async (person: Person, id: string) =>
      app.request<{ data: NextShowcase } & ProblemBody>(`/api/showcases/next?request_id=${id}`, {
        token: await shop.tokenOf(person),
      }),
    reserve: async (person: Person, id: string, key?: string) =>
      app.request<Reserved>('/api/showcases', {
        json: { request_id: id },
        token: await shop.tokenOf(person),
        headers: key ? { 'idempotency-key': key } : {},
      }),
    /** Reserves a week on the home page, and fails if that is refused. */
    async reserved(person: Person, id: string): Promise<ReservedShowcase> {
      const { status, body } = await world.reserve(person, id);
      if (status !== 201) throw new Error(`reserving answered ${status} ${body.code}: ${body.detail}`);
      return body.data;
    },
    checkout: async (person: Person, { id }: { id: string }, cents = WEEK_CENTS, provider = 'stripe') =>
      app.request<{ url: string } & ProblemBody>('/api/checkout', {
        json: { request_id: id, provider, amount_cents: cents, currency: 'usd' },
        token: await shop.tokenOf(person),
      }),
    /** Opens the payment page and presses a button. The events are not processed. */
    async press(person: Person, week: { id: string }, outcome = 'pay'): Promise<void> {
      const page = await world.checkout(person, week);
      expect(page.status).toBe(201);
      await shop.pressAt(page.body.url, outcome);
    },
    /** Reserves and pays a week on the home page, and processes all events. */
    async bought(person: Person, id: string): Promise<ReservedShowcase> {
      const week = await world.reserved(person, id);
      await world.press(person, week);
      await app.jobs.drain();
      return week;
    },
    mine: async (person: Person, query = '') =>
      (await app.request<MyShowcases>(`/api/me/showcases${query}`, { token: await shop.tokenOf(person) }))
        .body.items,
    discoveries: async () => (await app.request<{ data: Discoveries }>('/api/discoveries')).body.data,
    /** The ids of the results that the home page shows for money today. */
    shown: async () => (await world.discoveries()).showcased.map(({ request_id }) => request_id),
    /** A browser opens the page of a test. */
    view: (
      id: string,
      {
        token,
        from = '198.51.100.7',
        agent = BROWSER,
      }: { token?: string; from?: string; agent?: string } = {},
    ) =>
      app.request(`/api/tests/${id}/views`, {
        method: 'POST',
        headers: { 'user-agent': agent, 'x-forwarded-for': from },
        ...(token ? { token } : {}),
      }),
    paymentsOf: ({ id }: { id: string }) => paymentsFor(app.modules.payments, { kind: 'showcase', id }),
    /** The subjects of a person's mails, newest first. */
    subjects: async (person: Person) => (await app.mails(person.email)).map(({ subject }) => subject),
    /** Checks that the accounts are correct, and that each week on the home page agrees with its payments. */
    async expectSound(): Promise<void> {
      await app.jobs.drain();
      const { findings } = await checkLedger(app.modules.ledger, 0);
      // The results that were written directly into the database have no payments.
      expect(findings.filter(({ subject }) => !crowd.has(subject?.id ?? ''))).toEqual([]);
    },
  };
  return world;
}

/** Signs people in after the clock was moved. */
async function signInAgain(app: TestApp, people: Person[]): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      const json = { email: person.email, password: app.password };
      const { session } = (await app.request<SignedIn>('/api/auth/login', { json })).body;
      Object.assign(person, { token: session.access_token, session });
    }),
  );
}

export type ShowcaseWorld = Awaited<ReturnType<typeof showcaseApp>>;
export const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
