import type { CatalogItem } from '@vialproof/contract/catalog';
import type { ProblemBody } from '@vialproof/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentsFor } from '../../modules/payments/payments.service.ts';
import { crashingWrites } from '../../testing/crashing-writes.ts';
import { databaseProxy } from '../../testing/database-proxy.ts';
import { groupApp } from '../../testing/groups.ts';
import { cases } from '../../testing/property-runs.ts';
import { storefront } from '../../testing/storefront.ts';
import { type Answer, type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';

type Body = ProblemBody & { data: { id: string }; url: string; test: { id: string } };
type Ask = (key: string) => Promise<Answer<Body>>;

const DAY_MS = 86_400_000;

async function skuOf(app: TestApp): Promise<string | undefined> {
  const { body } = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
  return body.data.find(({ slug }) => slug === 'bpc-157')?.id;
}

async function count(app: TestApp, table: string): Promise<number> {
  const { rows } = await app.platform.db.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]?.n ?? 0;
}

const poster =
  (app: TestApp, { token }: Person, path: string, json: object): Ask =>
  (key) =>
    app.request<Body>(path, { json, token, headers: { 'idempotency-key': key } });

async function orderer(app: TestApp, person: Person): Promise<Ask> {
  return poster(app, person, '/api/orders', {
    skuId: await skuOf(app),
    quantity: 1,
    paymentMethod: 'stripe',
  });
}

/**
 * Sends a request again and again. At each write to the database the connection breaks once, with a new key. Returns
 * the last answers.
 */
async function dieAtEach(app: TestApp, ask: (key: string) => Promise<Answer<Body>>) {
  const death = await crashingWrites(app);
  const answers: Answer<Body>[] = [];
  for (let write = 1; ; write += 1) {
    const key = `write-${write}`;
    await death.at(write);
    const first = await ask(key);
    if (!(await death.over())) return { answers, last: first };
    expect(first.status).toBe(503);
    answers.push(await ask(key));
  }
}

describe('an Idempotency-Key makes repeated requests safe', () => {
  it('if a request breaks at any write, one order is created, and the key can be sent again at once', async () => {
    const app = await testApp();
    const person = await app.person();
    const { answers } = await dieAtEach(app, await orderer(app, person));
    expect(answers.length).toBeGreaterThan(2);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    // There is one order for each key, and one for the request that was not interrupted.
    expect(await count(app, 'test_request')).toBe(answers.length + 1);
  });

  it('if the answer to the COMMIT is lost, one order is created', async () => {
    const proxy = await databaseProxy(await testDatabase());
    const app = await testApp({}, { databaseUrl: proxy.url });
    const order = await orderer(app, await app.person());
    for (const death of ['before', 'after'] as const) {
      proxy.state.death = death;
      expect((await order(death)).status).toBe(503);
      proxy.state.death = undefined;
      const again = await order(death);
      expect(again.status).toBe(201);
      expect(again.headers.get('idempotent-replayed')).toBe(death === 'after' ? 'true' : null);
    }
    expect(await count(app, 'test_request')).toBe(2);
  });

  it('requests at the same time with one key create one order and get one answer', async () => {
    const app = await testApp();
    const order = await orderer(app, await app.person());
    const answers = await Promise.all(Array.from({ length: 8 }, () => order('all at once')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await count(app, 'test_request')).toBe(1);
  });

  it('if a request breaks at any write, one group is created', async () => {
    const app = await testApp();
    const ask = poster(app, await app.person(), '/api/group-tests', {
      title: 'Retatrutide 30 mg, one batch',
      description: 'From the same order.',
      test_type: 'retatrutide',
      deadline_at: new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString(),
      min_participants: 15,
      target_participants: 15,
      est_test_cost_cents: 30_000,
      est_shipping_cents: 4000,
      est_vial_cost_cents: 0,
      is_public: true,
    });
    const { answers, last } = await dieAtEach(app, ask);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(last.status).toBe(201);
    expect(await count(app, 'group_test')).toBe(answers.length + 1);
  });

  it('a payout with one key is paid once, and a repeated request gets the same answer', async () => {
    const world = await groupApp({ PAYOUT_WAIT_DAYS: '0' });
    const { app } = world;
    const [organizer, one, two] = await world.people(3);
    const id = await world.create(organizer, { min_participants: 2, target_participants: 2 });
    await world.join(id, one);
    await world.join(id, two);
    await app.request(`/api/group-tests/${id}/finalise`, { json: {}, token: organizer.token });
    for (const person of [one, two]) await world.pay(id, person);
    const { rows } = await app.platform.db.pool.query<{ id: string }>(
      'SELECT request_id AS id FROM group_test WHERE id = $1',
      [id],
    );
    await world.publish(rows[0]?.id ?? '');
    const admin = await app.person('admin');
    const payOut = poster(app, admin, `/api/lab/group-tests/${id}/payout`, {});
    const death = await crashingWrites(app);
    for (let write = 1; ; write += 1) {
      await death.at(write);
      const answer = await payOut('out');
      if (!(await death.over())) {
        expect(answer.status).toBe(200);
        const again = await payOut('out');
        expect(again).toMatchObject({ status: 200, body: answer.body });
        expect(again.headers.get('idempotent-replayed')).toBe('true');
        break;
      }
      expect(answer.status).toBe(503);
    }
    const movements = (await world.statement(id, one)).movements.filter(({ kind }) => kind === 'payout');
    expect(movements).toHaveLength(1);
  });

  it('an interrupted checkout continues at once, with one payment page', async () => {
    const app = await testApp();
    const desk = await storefront(app);
    const death = await crashingWrites(app);
    for (let write = 1; ; write += 1) {
      const order = await desk.buyer('stripe');
      const ask = poster(app, order.person, '/api/checkout', {
        request_id: order.id,
        provider: 'stripe',
        amount_cents: 18_000,
        currency: 'usd',
      });
      await death.at(write);
      const first = await ask('pay');
      const died = await death.over();
      expect(first.status).toBe(died ? 503 : 201);
      const again = await ask('pay');
      expect(again.status).toBe(201);
      expect(await ask('pay')).toMatchObject({ status: 201, body: { url: again.body.url } });
      const { rows } = await app.platform.db.pool.query(
        'SELECT id FROM payment WHERE subject_id = $1 AND id = (SELECT operation_id FROM idempotency_key WHERE scope = $2)',
        [order.id, `${order.person.id} /api/checkout`],
      );
      expect(rows).toHaveLength(1);
      expect(await order.payments()).toHaveLength(1);
      expect(await count(app, 'sandbox_checkout_session')).toBe(write);
      if (!died) break;
    }
  });

  it('a key is free again after a day, and refusals are never stored', async () => {
    const app = await testApp();
    const person = await app.person();
    const order = await orderer(app, person);
    const first = await order('key');
    const refused = await poster(app, person, '/api/orders', {
      skuId: crypto.randomUUID(),
      quantity: 1,
      paymentMethod: 'stripe',
    })('unsold');
    expect(refused.body.code).toBe('sku_not_sold');
    expect((await order('unsold')).status).toBe(201);
    const checkout = (amount: number) =>
      poster(app, person, '/api/checkout', {
        request_id: first.body.data.id,
        provider: 'stripe',
        amount_cents: amount,
        currency: 'usd',
      })('pay');
    expect((await checkout(1)).body.code).toBe('price_changed');
    expect((await checkout(18_000)).status).toBe(201);

    app.clock.advance(DAY_MS + 1);
    await sweepIdempotencyKeys(app.platform.bulkDb.pool, app.clock.now());
    expect(await count(app, 'idempotency_key')).toBe(0);
  });

  it('only five kinds of calls accept an Idempotency-Key', async () => {
    const app = await testApp();
    const person = await app.person();
    const setUp = () =>
      poster(app, person, '/api/me/second-factor/setup', { current_password: app.password })('once');
    const first = await setUp();
    expect(first.status).toBe(200);
    expect((await setUp()).headers.get('idempotent-replayed')).toBeNull();
    expect(await count(app, 'idempotency_key')).toBe(0);
  });

  it('a key is stored with a hash that nobody can compute from the body alone', async () => {
    const app = await testApp();
    const person = await app.person();
    const json = { skuId: await skuOf(app), quantity: 1, paymentMethod: 'stripe' };
    await poster(app, person, '/api/orders', json)('key');
    const { rows } = await app.platform.db.pool.query<{ same: boolean }>(
      "SELECT fingerprint = sha256(convert_to($1, 'UTF8')) AS same FROM idempotency_key",
      [JSON.stringify(json)],
    );
    expect(rows).toEqual([{ same: false }]);
  });
});

describe('requests with one idempotency key, interrupted and repeated in any order, have one effect', () => {
  type Try = { dies: number; doubled: boolean };
  const tries = fc.array(fc.record({ dies: fc.integer({ min: 0, max: 12 }), doubled: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  });

  /** Does the listed tries, and one that nothing interrupts. */
  async function run(
    death: Awaited<ReturnType<typeof crashingWrites>>,
    ask: () => Promise<Answer<Body>>,
    all: Try[],
  ) {
    for (const { dies, doubled } of all) {
      if (dies > 0) await death.at(dies);
      await Promise.all(doubled ? [ask(), ask()] : [ask()]);
      await death.over();
    }
    return ask();
  }

  it('one key creates at most one order, one payment page and one refund', async () => {
    const app = await testApp();
    const desk = await storefront(app);
    const death = await crashingWrites(app);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(tries, tries, tries, async (forOrder, forPage, forRefund) => {
        round += 1;
        const key = `key ${round}`;
        const person = await app.person();
        const order = await orderer(app, person);
        const ordered = await run(death, () => order(key), forOrder);
        expect(ordered.status).toBe(201);
        const { id } = ordered.body.data;
        const own = 'SELECT count(*)::int AS n FROM test_request WHERE customer_id = $1';
        expect((await app.platform.db.pool.query(own, [person.id])).rows).toEqual([{ n: 1 }]);

        const sessions = await count(app, 'sandbox_checkout_session');
        const checkout = poster(app, person, '/api/checkout', {
          request_id: id,
          provider: 'stripe',
          amount_cents: 18_000,
          currency: 'usd',
        });
        const opened = await run(death, () => checkout(key), forPage);
        expect(opened.status).toBe(201);
        expect(await count(app, 'sandbox_checkout_session')).toBe(sessions + 1);

        await desk.pressAt(opened.body.url, 'pay');
        await app.jobs.drain();
        const [payment] = await paymentsFor(app.modules.payments, { kind: 'order', id });
        const refund = poster(app, desk.admin, `/api/lab/payments/${payment?.id}/refund`, {
          amount_cents: 2_000,
          reason: 'A vial came broken.',
        });
        expect((await run(death, () => refund(key), forRefund)).status).toBe(200);
        const refunds = 'SELECT amount_cents FROM payment_refund WHERE payment_id = $1';
        expect((await app.platform.db.pool.query(refunds, [payment?.id])).rows).toEqual([
          { amount_cents: 2_000 },
        ]);
      }),
      { numRuns: cases(8) },
    );
    await app.jobs.drain();
    await desk.expectBalanced();
  });
});
