import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createCoinbaseProvider } from './adapters/coinbase.ts';
import { ProviderUnavailable } from './adapters/provider.ts';
import { createStripeProvider } from './adapters/stripe.ts';

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  ['stripe', 'cs_test_1'],
  ['coinbase', '0123456789abcdef01234567'],
] as const)(
  'security 4 (1.3.6, 13.2.4): the server follows no redirect of %s and sends no key to another address',
  async (name, sessionId) => {
    const told: unknown[] = [];
    const elsewhere = await listening(
      createServer((request, response) => {
        told.push(request.headers.authorization);
        response.end('{}');
      }),
    );
    const asked: string[] = [];
    const address = await listening(
      createServer((request, response) => {
        asked.push(request.url ?? '');
        response.writeHead(307, { location: `${elsewhere}${request.url}` }).end();
      }),
    );
    const settings = {
      keyId: 'key',
      secretKey: 'sk_test_sandbox',
      keySecret: Buffer.alloc(32, 7).toString('base64'),
      webhookSecret: 'whsec_test',
      timeoutMs: 10_000,
      currency: 'USD',
      apiBase: () => address,
      receiptUrl: () => '',
      clock: systemClock,
    } as const;
    const provider = name === 'stripe' ? createStripeProvider(settings) : createCoinbaseProvider(settings);
    await expect(provider.retrieve(sessionId)).rejects.toThrow(ProviderUnavailable);
    expect(asked[0]).toContain(sessionId);
    expect(told).toEqual([]);
  },
);
