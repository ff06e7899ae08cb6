import { expect, test } from 'vitest';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { testApp } from '../../testing/test-app.ts';

test('GET /api/me/payments shows signed-in people only their own payments', async () => {
  const app = await testApp();
  const { open, press, customer } = await paymentFixtures(app);
  const other = await app.person();
  const page = await open();
  await press(page.sessionId, 'pay');
  await app.jobs.drain();

  const own = await app.request('/api/me/payments', { token: customer.token });
  expect(own.status).toBe(200);
  expect(own.headers.get('cache-control')).toBe('no-store');
  expect(own.body).toEqual({
    items: [
      {
        id: page.paymentId,
        created_at: app.clock.now().toISOString(),
        sku_name: 'Retatrutide',
        kind: 'group_share',
        provider: 'stripe',
        status: 'paid',
        amount_cents: 30_000,
        order_id: null,
        group_id: null,
        task_number: null,
        received_cents: 30_000,
        received_currency: 'usd',
        refunded_cents: 0,
        refunding_cents: 0,
        receipt_url: expect.stringContaining('/sandbox/receipts/'),
      },
    ],
  });
  expect((await app.request('/api/me/payments', { token: other.token })).body).toEqual({ items: [] });
  expect((await app.request('/api/me/payments')).status).toBe(401);
});

test('the webhook is in the OpenAPI document and needs no token', async () => {
  const app = await testApp();
  const document = await app.request<{ paths: Record<string, { post?: { security?: unknown } }> }>(
    '/api/openapi.json',
  );
  expect(document.body.paths['/api/webhooks/stripe']?.post).toMatchObject({ tags: ['Payments'] });
  expect(document.body.paths['/api/webhooks/stripe']?.post?.security).toBeUndefined();
});
