import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { jwtVerify } from 'jose';
import type { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import {
  CheckoutCreate,
  CoinbaseRefusal,
  createCheckout,
  currentCheckout,
  deactivate,
  type EmitCheckout,
  RefundCreate,
  refundCheckout,
} from './coinbase.checkout.ts';
import { presentCheckout, presentRefund } from './coinbase.objects.ts';
import type { Faults } from './faults.ts';
import { findKeyedAnswer, insertKeyedAnswer, tryIdempotencyLock } from './stripe.store.ts';

const DAY_MILLISECONDS = 24 * 3_600_000;
const LONGEST_TOKEN_SECONDS = 120;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

type ApiOptions = {
  db: Database;
  clock: Clock;
  log: Logger;
  baseUrl: () => string;
  emit: EmitCheckout;
  faults: Faults;
  /** The merchant's key, as the merchant has it: base64 of an Ed25519 seed. */
  keySecret: string;
};

/** The provider's calls that this application uses, as its public reference documents them. */
export function createCoinbaseApi({ db, clock, log, baseUrl, emit, faults, keySecret }: ApiOptions): Hono {
  const api = new Hono();
  const publicKey = publicKeyOf(keySecret);

  api.use(faults.before('coinbase'));
  api.use(bodyLimit({ maxSize: 100_000, onError: (c) => c.json({ errorMessage: 'too large' }, 413) }));
  api.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    await authenticate(c);
    await next();
  });
  api.onError((error, c) => {
    if (error instanceof CoinbaseRefusal) {
      return c.json({ errorType: 'invalid_request', errorMessage: error.message }, error.status);
    }
    log.error({ err: error }, 'payment sandbox');
    return c.json({ errorType: 'internal_server_error', errorMessage: 'An unknown error occurred' }, 500);
  });

  /** A token is for one call and two minutes, signed by the merchant's key. */
  async function authenticate(c: Context): Promise<void> {
    const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: ['EdDSA'],
        issuer: 'cdp',
        requiredClaims: ['sub', 'nbf', 'exp', 'uris'],
        currentDate: clock.now(),
      });
      const { host, pathname } = new URL(c.req.url);
      const uris = payload.uris as string[];
      const isBrief = (payload.exp ?? 0) - (payload.nbf ?? 0) <= LONGEST_TOKEN_SECONDS;
      if (isBrief && uris.includes(`${c.req.method} ${host}${pathname}`)) return;
    } catch {
      // Whatever is wrong with a token, the answer is the same.
    }
    throw new CoinbaseRefusal(401, 'Unauthorized');
  }

  /** A POST under its idempotency key, in one transaction with what it changes. */
  async function post<S extends z.ZodType>(
    c: Context,
    schema: S,
    status: 200 | 201,
    work: (tx: Tx, asked: z.infer<S>) => Promise<object>,
  ): Promise<Response> {
    const body = await c.req.text();
    const asked = schema.safeParse(JSON.parse(body || '{}'));
    if (!asked.success) throw new CoinbaseRefusal(400, asked.error.issues[0]?.message ?? 'invalid');
    const key = c.req.header('x-idempotency-key');
    if (key !== undefined && !UUID_V4.test(key)) {
      throw new CoinbaseRefusal(400, 'X-Idempotency-Key must be a UUID v4');
    }
    const answer = await db.transaction(async (tx) => {
      if (key === undefined) return work(tx, asked.data);
      const scoped = `coinbase:${key}`;
      if (!(await tryIdempotencyLock(tx, scoped))) throw new CoinbaseRefusal(409, 'still in progress');
      const now = clock.now();
      const fingerprint = createHash('sha256').update(`${c.req.path}\n${body}`).digest('hex');
      const earlier = await findKeyedAnswer(tx, scoped, new Date(now.getTime() - DAY_MILLISECONDS));
      if (earlier && earlier.fingerprint !== fingerprint) {
        throw new CoinbaseRefusal(400, 'this idempotency key was used for another request');
      }
      if (earlier) return earlier.body;
      const fresh = await work(tx, asked.data);
      await insertKeyedAnswer(tx, { key: scoped, fingerprint, status, body: fresh, createdAt: now });
      return fresh;
    });
    return c.json(answer, status);
  }

  api.post('/checkouts', (c) =>
    post(c, CheckoutCreate, 201, async (tx, asked) =>
      presentCheckout(await createCheckout(tx, asked, clock.now()), baseUrl()),
    ),
  );

  api.get('/checkouts/:id', async (c) => {
    const checkout = await db.transaction((tx) => currentCheckout(tx, c.req.param('id'), clock.now(), emit));
    return c.json(presentCheckout(checkout, baseUrl()));
  });

  api.post('/checkouts/:id/deactivate', async (c) => {
    const checkout = await db.transaction((tx) => deactivate(tx, c.req.param('id'), clock.now(), emit));
    return c.json(presentCheckout(checkout, baseUrl()));
  });

  api.post('/checkouts/:id/refund', (c) =>
    post(c, RefundCreate, 200, async (tx, asked) => {
      const willFail = (await faults.take(tx, 'coinbase', ['refund.fails'])) !== undefined;
      const { checkout, refund } = await refundCheckout(
        tx,
        c.req.param('id'),
        asked,
        clock.now(),
        emit,
        willFail,
      );
      return { checkout: presentCheckout(checkout, baseUrl()), refund: presentRefund(refund) };
    }),
  );

  api.all('*', (c) => c.json({ errorType: 'not_found', errorMessage: 'not found' }, 404));

  return api;
}

function publicKeyOf(secret: string) {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([head, Buffer.from(secret, 'base64').subarray(0, 32)]);
  return createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}
