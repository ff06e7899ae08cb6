import type { ProblemBody } from '@vialproof/contract/errors';
import type { MyTestDetail } from '@vialproof/contract/orders';
import type { PublicTest } from '@vialproof/contract/tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp, type Person, type TestApp, testApp } from '../../testing/test-app.ts';

const open = (app: TestApp, person: Person, id: string) =>
  app.request<MyTestDetail & ProblemBody>(`/api/me/tests/${id}/publish-publicly`, {
    method: 'POST',
    token: person.token,
  });

describe('POST /api/me/tests/{id}/publish-publicly publishes a private test', () => {
  it('POST …/publish-publicly makes a completed private test public at once, in list, page, verification and certificate', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'private' });
    const page = () => app.request<{ data: PublicTest }>(`/api/tests/${order.id}`);
    const verify = () =>
      app.request<{ data: { verdict: string } }>(
        `/api/tests/verify?taskNumber=${order.taskNumber}&uniqueKey=${order.uniqueKey}`,
      );
    const found = () => app.request<{ pagination: { total: number } }>('/api/tests?search=Test%20Maker');
    const certificate = () => app.request(`/api/tests/${order.id}/certificate`);
    expect((await page()).body.data.result).toBeNull();
    expect((await verify()).body.data.verdict).toBe('private');
    expect((await found()).body.pagination.total).toBe(0);
    expect((await certificate()).status).toBe(404);

    const opened = await open(app, lab.customer, order.id);
    expect(opened).toMatchObject({
      status: 200,
      body: { request: { visibility: 'public', status: 'complete' }, result: { revision: 1 } },
    });
    expect(opened.body.request.timeline.at(-1)).toMatchObject({ kind: 'made_public', status: 'complete' });
    // The price that the customer paid stays the same.
    expect(opened.body.request).toMatchObject({ public_discount_percent: 0, final_price_cents: 18_000 });
    expect((await page()).body.data).toMatchObject({ manufacturer: 'Test Maker', result: { revision: 1 } });
    expect((await verify()).body.data.verdict).toBe('public');
    expect((await found()).body.pagination.total).toBe(1);
    expect((await certificate()).status).toBe(200);
    expect(await open(app, lab.customer, order.id)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
  });

  it('security 26: only the owner may call POST …/publish-publicly, and only after the result exists', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.inReview({ visibility: 'private' });
    expect(await open(app, lab.customer, order.id)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', detail: 'Only a completed test can be made public.' },
    });
    await must(lab.publish(lab.reviewer, order));
    for (const stranger of [await app.person(), lab.analyst, lab.admin]) {
      expect((await open(app, stranger, order.id)).status).toBe(404);
    }
    await must(lab.retract(lab.reviewer, order));
    expect((await open(app, lab.customer, order.id)).status).toBe(409);
  });

  it('POST …/publish-publicly cannot be undone, neither by a call nor in the database', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published({ visibility: 'public' });
    const { pool } = app.platform.db;
    const details = await app.request(`/api/orders/${order.id}/details`, {
      method: 'PUT',
      json: { visibility: 'private' },
      token: lab.customer.token,
    });
    expect(details).toMatchObject({ status: 409, body: { code: 'order_locked' } });
    const paid = ['paid', 'awaiting_sample', 'received', 'complete', 'cancelled'];
    const statuses = fc.constantFrom('draft', 'pending_payment', ...paid);
    await fc.assert(
      fc.asyncProperty(statuses, statuses, async (from, to) => {
        await pool.query(`UPDATE test_request SET status = 'draft', visibility = 'public' WHERE id = $1`, [
          order.id,
        ]);
        await pool.query('UPDATE test_request SET status = $2 WHERE id = $1', [order.id, from]);
        const close = pool.query(
          `UPDATE test_request SET status = $2, visibility = 'private' WHERE id = $1`,
          [order.id, to],
        );
        if (paid.includes(from)) await expect(close).rejects.toThrow('is public and stays so');
        else await close;
      }),
      { numRuns: cases(30) },
    );
  });
});
