import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../platform/config/config.ts';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { scratchDirectory } from '../../testing/scratch.ts';
import { testApp } from '../../testing/test-app.ts';
import { openCheckout, paymentsFor } from './payments.service.ts';

/** Nobody waits longer than this for an answer. */
const LONGEST_MS = 10_000;

/** A provider that accepts connections and never answers. */
async function silentProvider(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(['stripe', 'coinbase'] as const)(
  'a checkout ends in time although %s never answers, and the next checkout starts anew',
  async (provider) => {
    const address = await silentProvider();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const app = await testApp({
      PROVIDER_TIMEOUT_MS: '300',
      STRIPE_API_BASE: address,
      COINBASE_KEY_ID: 'key',
      COINBASE_KEY_SECRET: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
      COINBASE_WEBHOOK_SECRET: 'webhook-secret',
      COINBASE_API_BASE: address,
    });
    const { ask } = await paymentFixtures(app);
    const asked = ask({ provider });
    for (let click = 0; click < 2; click += 1) {
      expect(await openCheckout(app.modules.payments, asked)).toMatchObject({ code: 'provider_unavailable' });
    }
    expect(await paymentsFor(app.modules.payments, asked.subject)).toHaveLength(1);
  },
);

test('closing the old page and opening the new page together have one time limit', async () => {
  const app = await testApp({ PROVIDER_TIMEOUT_MS: '2000' });
  const { ask, open } = await paymentFixtures(app);
  const first = await open();
  const slow = { provider: 'stripe', kind: 'api.slow', times: 3, value: '1500' };
  expect((await app.request('/sandbox/control/faults', { json: slow })).status).toBeLessThan(300);
  const second = await openCheckout(app.modules.payments, ask({ subject: first.subject, amountCents: 100 }));
  expect(second).toMatchObject({ code: 'provider_unavailable' });
});

test('by default, a checkout takes less than ten seconds', async () => {
  const { providerTimeoutMs, statementTimeoutMs } = loadConfig({
    DATA_DIR: await scratchDirectory('config'),
  });
  expect(providerTimeoutMs + statementTimeoutMs).toBeLessThanOrEqual(LONGEST_MS);
});
