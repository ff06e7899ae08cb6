import type { CatalogItem } from '@vialproof/contract/catalog';
import type { ProblemBody } from '@vialproof/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../testing/property-runs.ts';
import { type Person, testApp } from '../../../testing/test-app.ts';
import {
  CREATED_WITHIN_SECONDS,
  creationRefusal,
  MOST_CREATED,
  MOST_DRAFTS,
} from '../rules/creation-limits.ts';

const MINUTE = 60_000;

async function orders() {
  const app = await testApp();
  const catalog = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
  const json = { skuId: catalog.body.data[0]?.id, quantity: 1, paymentMethod: 'stripe' };
  return {
    app,
    begin: (person: Person) =>
      app.request<{ data: { id: string } } & ProblemBody>('/api/orders', { json, token: person.token }),
    cancel: async (person: Person, id: string) => {
      const path = `/api/orders/${id}/cancel`;
      expect((await app.request(path, { method: 'POST', token: person.token })).status).toBe(200);
    },
    async drafts({ id }: Person): Promise<string[]> {
      const { rows } = await app.platform.db.pool.query<{ id: string }>(
        "SELECT id FROM test_request WHERE customer_id = $1 AND status = 'draft'",
        [id],
      );
      return rows.map((row) => row.id);
    },
  };
}

describe('a customer can create a limited number of orders', () => {
  it('security 9: a customer has at most 20 drafts, also if several are created at once', async () => {
    const { app, begin, drafts, cancel } = await orders();
    const person = await app.person();
    const answers = await Promise.all(Array.from({ length: 28 }, () => begin(person)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([20, 8]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'too_many_drafts',
      detail: 'You have 20 unpaid orders open. Pay or cancel one of them first.',
    });
    const open = await drafts(person);
    expect(open).toHaveLength(20);
    expect((await begin(await app.person())).status).toBe(201);
    await cancel(person, open[0] ?? '');
    expect((await begin(person)).status).toBe(201);
    expect((await begin(person)).status).toBe(409);
    await app.jobs.drain();
    expect(await app.mails(person.email)).toHaveLength(1);
  });

  it('a customer has at most 20 drafts after any creations and cancellations at the same time', async () => {
    const { app, begin, drafts, cancel } = await orders();
    const rounds = fc.array(fc.record({ begin: fc.nat(14), cancel: fc.nat(6) }), {
      minLength: 3,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const person = await app.person();
        let begun = 0;
        for (const round of all) {
          const open = await drafts(person);
          await Promise.all([
            ...open.slice(0, round.cancel).map((id) => cancel(person, id)),
            ...Array.from({ length: round.begin }, async () => {
              if ((await begin(person)).status === 201) begun += 1;
            }),
          ]);
          expect((await drafts(person)).length).toBeLessThanOrEqual(MOST_DRAFTS);
          expect(begun).toBeLessThanOrEqual(MOST_CREATED);
        }
      }),
      { numRuns: cases(6) },
    );
  });

  it('security 9: a customer can create a limited number of orders an hour, and the refusal says how long to wait', async () => {
    const { app, begin, cancel } = await orders();
    const person = await app.person();
    const beginAndCancel = async () => {
      const { status, body } = await begin(person);
      expect(status).toBe(201);
      await cancel(person, body.data.id);
    };
    await beginAndCancel();
    app.clock.advance(10 * MINUTE);
    // All but the first and the last are copies of the first.
    await app.platform.db.pool.query(
      `INSERT INTO test_request SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
         'task_number', nextval('task_number_seq'), 'unique_key', upper(left(md5(n::text), 16)), 'created_at', $1::timestamptz))).*
       FROM test_request t, generate_series(1, $2::int) AS n`,
      [app.clock.now(), MOST_CREATED - 2],
    );
    await beginAndCancel();
    const refused = await begin(person);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      code: 'rate_limited',
      detail: `You began ${MOST_CREATED} orders within an hour. Please wait 50 minutes.`,
    });
    expect(refused.headers.get('retry-after')).toBe('3000');
    app.clock.advance(3_000_000);
    const { body } = await app.request<{ session: { access_token: string } }>('/api/auth/refresh', {
      json: { refresh_token: person.session.refresh_token },
    });
    const later = { ...person, token: body.session.access_token };
    expect((await begin(later)).status).toBe(201);
    expect((await begin(later)).status).toBe(429);
  });
});

it('a customer can create an order again after the time in the refusal', () => {
  const moments = fc.array(fc.integer({ min: 0, max: CREATED_WITHIN_SECONDS - 1 }), { maxLength: 150 });
  fc.assert(
    fc.property(moments, fc.nat(25), (ages, drafts) => {
      const now = new Date('2026-11-22T12:00:00Z');
      const recent = ages.map((age) => new Date(now.getTime() - age * 1000));
      const refused = creationRefusal({ drafts, recent }, now);
      expect(refused?.code === 'too_many_drafts').toBe(drafts >= MOST_DRAFTS);
      if (drafts >= MOST_DRAFTS) return;
      expect(refused?.code === 'rate_limited').toBe(ages.length >= MOST_CREATED);
      if (refused?.code !== 'rate_limited') return;
      const after = (seconds: number) =>
        ages.filter((age) => age + seconds < CREATED_WITHIN_SECONDS).length < MOST_CREATED;
      expect([after(refused.waitSeconds - 1), after(refused.waitSeconds)]).toEqual([false, true]);
    }),
  );
});
