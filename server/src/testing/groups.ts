import type { SignedIn } from '@vialproof/contract/accounts';
import type { GroupAccounts, GroupDetail, GroupTest } from '@vialproof/contract/group-tests';
import { followClock } from '../modules/group-tests/group-tests.service.ts';
import { laboratory, must } from './lab.ts';
import { type Person, testApp } from './test-app.ts';

/** Shorter than the quarter of an hour for which an access token is valid. */
const SIGNED_IN_MILLISECONDS = 5 * 60_000;

/** A test application in which people join groups, pay on the sandbox's page, and time passes. */
export async function groupApp(env: Record<string, string> = {}) {
  const app = await testApp(env);
  const known: Person[] = [];
  let signedInAt = app.clock.now().getTime();

  async function people(count: number): Promise<[Person, Person, Person, Person, ...Person[]]> {
    const all: Person[] = [];
    while (all.length < Math.max(4, count)) all.push(await app.person());
    known.push(...all);
    return all.slice(0, count) as [Person, Person, Person, Person, ...Person[]];
  }

  /** A new group with the usual values of the form and this change. It ends in a week. */
  async function create(organizer: Person, change: object): Promise<string> {
    const { status, body } = await app.request<{ test: { id: string } }>('/api/group-tests', {
      json: {
        title: 'Retatrutide 30 mg, one batch',
        description: 'From the same order.',
        test_type: 'retatrutide',
        deadline_at: new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString(),
        min_participants: 15,
        target_participants: 15,
        est_test_cost_cents: 30_000,
        est_shipping_cents: 4000,
        est_vial_cost_cents: 0,
        is_public: true,
        ...change,
      },
      token: organizer.token,
    });
    if (status !== 201) throw new Error(`creating a group answered ${status}: ${JSON.stringify(body)}`);
    return body.test.id;
  }

  const join = (id: string, person: Person | undefined, action: 'join' | 'leave' | 'agree' = 'join') =>
    app.request(`/api/group-tests/${id}/join`, { json: { action }, token: person?.token ?? '' });

  async function detail(id: string, person?: Person): Promise<GroupDetail> {
    const { status, body } = await app.request<GroupDetail>(
      `/api/group-tests/${id}`,
      person ? { token: person.token } : {},
    );
    if (status !== 200) throw new Error(`the group answered ${status}`);
    return body;
  }

  async function list(category: string, person?: Person): Promise<GroupTest[]> {
    const { body } = await app.request<{ items: GroupTest[] }>(
      `/api/group-tests?category=${category}`,
      person ? { token: person.token } : {},
    );
    return body.items;
  }

  /** Asks for the payment page of this person's open share. */
  async function askPage(id: string, person: Person, provider: 'stripe' | 'coinbase' = 'stripe') {
    const share = (await detail(id, person)).viewer?.share;
    return app.request<{ url: string; code?: string }>('/api/checkout', {
      json: { request_id: share?.id, provider, amount_cents: share?.amount_cents, currency: 'usd' },
      token: person.token,
    });
  }

  /** Opens the payment page of this person's open share. Returns its session. */
  async function openPage(id: string, person: Person): Promise<string> {
    const { status, body } = await askPage(id, person);
    if (status !== 201) throw new Error(`checkout answered ${status}: ${JSON.stringify(body)}`);
    return body.url;
  }

  /** Presses a button of the payment page. The events are not processed. */
  async function pressOnly(url: string, outcome: string): Promise<void> {
    const { pathname } = new URL(url);
    const body = new URLSearchParams({ outcome }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await app.request(pathname, { method: 'POST', body, headers });
    if (status !== 303) throw new Error(`the hosted page answered ${status}`);
  }

  /** Presses a button of the payment page, and processes all events that follow. */
  async function press(url: string, outcome: string): Promise<void> {
    await pressOnly(url, outcome);
    await app.jobs.drain();
  }

  /** Signs everybody in again, because time has passed: sessions end, and staff must prove again who they are. */
  async function signInAgain(): Promise<void> {
    signedInAt = app.clock.now().getTime();
    for (const person of known) {
      const { body } = await app.request<SignedIn>('/api/auth/login', {
        json: { email: person.email, password: app.password },
      });
      person.token = body.session.access_token;
      person.session = body.session;
    }
  }

  return {
    app,
    people,
    /** Keeps this person signed in while time passes. */
    keepSignedIn: (person: Person): number => known.push(person),
    create,
    join,
    detail,
    list,
    askPage,
    openPage,
    press,
    pressOnly,
    signInAgain,
    pay: async (id: string, person: Person) => press(await openPage(id, person), 'pay'),

    /** Moves the clock by this many milliseconds, and runs the job of every minute. */
    async at(milliseconds: number): Promise<void> {
      app.clock.advance(milliseconds);
      await followClock(app.modules.groups);
      await app.jobs.drain();
      if (app.clock.now().getTime() - signedInAt > SIGNED_IN_MILLISECONDS) await signInAgain();
    },

    /** The laboratory receives the group's sample and publishes the result. */
    async publish(requestId: string): Promise<void> {
      const lab = await laboratory(app);
      const order = { id: requestId };
      await must(lab.intake(lab.analyst, order));
      await must(lab.save(lab.analyst, order));
      await must(lab.submit(lab.analyst, order));
      await must(lab.publish(lab.reviewer, order));
      await app.jobs.drain();
    },

    async statement(id: string, person: Person): Promise<GroupAccounts> {
      const { status, body } = await app.request<{ data: GroupAccounts }>(`/api/group-tests/${id}/accounts`, {
        token: person.token,
      });
      if (status !== 200) throw new Error(`the accounts answered ${status}`);
      return body.data;
    },
  };
}
