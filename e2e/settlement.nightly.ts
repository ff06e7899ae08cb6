import { rm } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { scratchDirectory } from '../server/src/testing/scratch.ts';
import { clientOf, Installation } from './installation.ts';

type Mails = { items: { text: string }[] };
const email = 'kill@example.test';
const password = 'Right-horse-7';

test.describe('a server that is killed (SIGKILL) continues after a new start', () => {
  test('a server that was killed after a payment completes the order after its restart', async () => {
    test.setTimeout(180_000);
    const directory = await scratchDirectory('kill');
    const installation = new Installation({ DATA_DIR: directory });
    try {
      await installation.start();
      const address = () => installation.address;
      const anonymous = clientOf(address);
      const name = { firstName: 'Kill', lastName: 'Nine' };
      expect((await anonymous('POST', '/api/auth/register', { ...name, email, password })).status).toBe(201);
      let code: string | undefined;
      await expect
        .poll(
          async () => {
            const { body } = await anonymous<Mails>('GET', `/dev/mail.json?to=${email}`);
            code = /\b\d{6}\b/.exec(body.items[0]?.text ?? '')?.[0];
            return code;
          },
          { timeout: 20_000 },
        )
        .toBeTruthy();
      // The server had answered that account and code are stored, so both survive.
      await installation.end('SIGKILL');
      await installation.start();
      const verified = await anonymous<{ session: { access_token: string } }>(
        'POST',
        '/api/auth/verify-email',
        { email, code },
      );
      const customer = clientOf(address, verified.body.session.access_token);

      const catalog = await customer<{ data: { id: string; base_price_cents: number }[] }>(
        'GET',
        '/api/skus/catalog',
      );
      const sku = catalog.body.data[0];
      if (!sku) throw new Error('the catalog is empty');
      const order = await customer<{ data: { id: string } }>('POST', '/api/orders', {
        skuId: sku.id,
        quantity: 1,
        paymentMethod: 'stripe',
      });
      const { id } = order.body.data;
      await installation.end('SIGKILL');

      // Without a worker the server completes no payment, so the kill comes before the completion.
      await installation.start({ ROLE: 'web' });
      const page = await customer<{ url: string }>('POST', '/api/checkout', {
        request_id: id,
        provider: 'stripe',
        amount_cents: sku.base_price_cents,
        currency: 'usd',
      });
      expect(page.status).toBe(201);
      const paid = await fetch(page.body.url, {
        method: 'POST',
        body: new URLSearchParams({ outcome: 'pay' }),
        redirect: 'manual',
      });
      expect(paid.status).toBe(303);
      const before = await customer<{ data: { status: string } }>('GET', `/api/orders/${id}`);
      expect(before.body.data.status).toBe('pending_payment');
      await installation.end('SIGKILL');

      await installation.start();
      await expect
        .poll(
          async () =>
            (await customer<{ data: { status: string } }>('GET', `/api/orders/${id}`)).body.data.status,
          { timeout: 100_000 },
        )
        .toBe('awaiting_sample');
      const payments = await customer<{ items: { status: string }[] }>('GET', '/api/me/payments');
      expect(payments.body.items).toMatchObject([{ status: 'paid' }]);
      await expect
        .poll(
          async () =>
            (await anonymous<{ items: { subject: string }[] }>('GET', `/dev/mail.json?to=${email}`)).body
              .items.length,
          { timeout: 20_000 },
        )
        .toBeGreaterThanOrEqual(2);

      // A second start is fast, and a normal stop is clean.
      expect(await installation.end('SIGTERM')).toBe(0);
    } finally {
      await installation.end('SIGTERM');
      await rm(directory, { recursive: true, force: true });
    }
  });
});
