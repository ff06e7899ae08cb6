import type { MyTestDetail } from '@vialproof/contract/orders';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp, testApp } from '../../testing/test-app.ts';

describe('a customer sees whether an own test is paid, and its result', () => {
  it.each([
    ['pay_late', 'pending_payment', 'processing'],
    ['underpay', 'pending_payment', 'underpaid'],
    ['pay', 'awaiting_sample', 'paid'],
  ])(
    'after the payment outcome %s, the test shows the state of its payment, so that nobody pays twice',
    async (outcome, status, standing) => {
      const app = await testApp();
      const lab = await laboratory(app);
      const { ordered, price } = await lab.drafted();
      const { token } = lab.customer;
      const read = async () =>
        (await app.request<MyTestDetail>(`/api/me/tests/${ordered.id}`, { token })).body;
      expect(await read()).toMatchObject({ request: { status: 'draft' }, payment_status: null });
      const json = { request_id: ordered.id, provider: 'stripe', amount_cents: price, currency: 'usd' };
      const page = await app.request<{ url: string }>('/api/checkout', { json, token });
      expect((await read()).payment_status).toBe('pending');
      await app.raw(page.body.url, { method: 'POST', body: new URLSearchParams({ outcome }) });
      await app.jobs.drain();
      expect(await read()).toMatchObject({ request: { status }, payment_status: standing });
    },
  );

  it('the test shows its result while it is valid, and after a withdrawal the reason', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const read = async () =>
      (await app.request<MyTestDetail>(`/api/me/tests/${order.id}`, { token: lab.customer.token })).body;
    const published = await read();
    expect(published).toMatchObject({
      request: { status: 'complete' },
      result: { revision: 1 },
      retracted: null,
    });

    await must(lab.retract(lab.reviewer, order, 'The vials were swapped.'));
    const withdrawn = await read();
    expect(withdrawn).toMatchObject({
      request: { status: 'received' },
      result: null,
      retracted: { reason: 'The vials were swapped.' },
    });
  });
});
