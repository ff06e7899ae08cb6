import { createHmac, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { createCoinbaseApi } from './coinbase.api.ts';
import { type EmitCheckout, expireOverdue } from './coinbase.checkout.ts';
import { createCoinbasePages } from './coinbase.hosted.ts';
import { presentCheckout } from './coinbase.objects.ts';
import type { Deliveries } from './deliveries.ts';
import type { Faults } from './faults.ts';

export type CoinbaseSandboxOptions = {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  deliveries: Deliveries;
  faults: Faults;
  baseUrl: () => string;
  webhookUrl: () => string;
  webhookSecret: string;
  keySecret: string;
  /** How long a late payment takes; 10 s unless told. */
  lateAfterSeconds?: number;
};

/**
 * A stand-in for the crypto provider that speaks its public HTTP interface under /sandbox/coinbase/api/v1, with a
 * hosted page and signed events. It knows nothing of this application's modules, nor they of it.
 */
export function createCoinbaseSandbox(options: CoinbaseSandboxOptions): Hono {
  const { db, clock, deliveries } = options;

  deliveries.addSender('coinbase', (body) => {
    const payload = JSON.stringify(body);
    const time = Math.floor(clock.now().getTime() / 1000);
    const id = randomUUID();
    const names = 'content-type x-hook0-id';
    const hmac = (text: string) => createHmac('sha256', options.webhookSecret).update(text).digest('hex');
    const v1 = hmac(`${time}.${names}.application/json; charset=utf-8.${id}.${payload}`);
    return {
      url: options.webhookUrl(),
      headers: {
        'x-hook0-id': id,
        'x-hook0-signature': `t=${time},h=${names},v0=${hmac(`${time}.${payload}`)},v1=${v1}`,
      },
      payload,
    };
  });

  const emit: EmitCheckout = (tx, eventType, checkout) =>
    deliveries.tell(tx, 'coinbase', randomUUID(), {
      ...presentCheckout(checkout, options.baseUrl()),
      eventType,
    });
  deliveries.addSweep(() => expireOverdue(db, clock.now(), emit));

  const app = new Hono();
  app.route('/api/v1', createCoinbaseApi({ ...options, emit }));
  app.route('/', createCoinbasePages({ ...options, emit, lateAfterSeconds: options.lateAfterSeconds ?? 10 }));
  return app;
}
