import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { jwtVerify } from 'jose';
import type { z } from 'zod';
import type { Tx } from '../platform/postgres/database.ts';
import {
  CheckoutCreate,
  createCheckout,
  currentCheckout,
  deactivateCheckout,
  RefundCreate,
  refundCheckout,
} from './coinbase-checkout.ts';
import { presentCheckout, presentRefund } from './coinbase-objects.ts';
import { misbehave, takeFault } from './faults.ts';
import { answerOnce } from './idempotency.ts';
import type { SandboxContext } from './provider.ts';
import { answerErrors, CoinbaseRefusal, ProviderRefusal } from './refusals.ts';

const LONGEST_TOKEN_SECONDS = 120;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const UNKNOWN = 'An unknown error occurred';
const BROKEN = new ProviderRefusal(500, UNKNOWN, {
  errorType: 'internal_server_error',
  errorMessage: UNKNOWN,
});

/**
 * The calls of the crypto provider that this application uses. `keySecret` is the merchant's key from the settings: an
 * Ed25519 seed in base64.
 */
export function coinbaseApi(ctx: SandboxContext, keySecret: string): Hono {
  const { db } = ctx;
  const publicKey = publicKeyOf(keySecret);
  const api = new Hono();

  // A request without a valid key is not read, and uses up no fault that a test has ordered.
  api.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    await authenticate(c, publicKey, ctx.clock.now());
    await next();
  });
  api.use(misbehave(ctx, 'coinbase'));
  api.use(bodyLimit({ maxSize: 100_000, onError: (c) => c.json({ errorMessage: 'too large' }, 413) }));
  api.onError(answerErrors(ctx, BROKEN));

  api.post('/checkouts', (c) =>
    post(ctx, c, CheckoutCreate, 201, async (tx, asked) =>
      presentCheckout(await createCheckout(ctx, tx, asked), ctx.baseUrl()),
    ),
  );

  api.get('/checkouts/:id', async (c) => {
    const checkout = await db.transaction((tx) => currentCheckout(ctx, tx, c.req.param('id')));
    return c.json(presentCheckout(checkout, ctx.baseUrl()));
  });

  api.post('/checkouts/:id/deactivate', async (c) => {
    const checkout = await db.transaction((tx) => deactivateCheckout(ctx, tx, c.req.param('id')));
    return c.json(presentCheckout(checkout, ctx.baseUrl()));
  });

  api.post('/checkouts/:id/refund', (c) =>
    post(ctx, c, RefundCreate, 200, async (tx, asked) => {
      const willFail = (await takeFault(ctx, tx, 'coinbase', ['refund.fails'])) !== undefined;
      const { checkout, refund } = await refundCheckout(ctx, tx, c.req.param('id'), asked, willFail);
      return { checkout: presentCheckout(checkout, ctx.baseUrl()), refund: presentRefund(refund) };
    }),
  );

  api.all('*', (c) => c.json({ errorType: 'not_found', errorMessage: 'not found' }, 404));

  return api;
}

/** A token is valid for one call and two minutes, and signed with the merchant's key. */
async function authenticate(c: Context, publicKey: KeyObject, now: Date): Promise<void> {
  const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: ['EdDSA'],
      issuer: 'cdp',
      requiredClaims: ['sub', 'nbf', 'exp', 'uris'],
      currentDate: now,
    });
    const { host, pathname } = new URL(c.req.url);
    const uris = payload.uris as string[];
    const isBrief = (payload.exp ?? 0) - (payload.nbf ?? 0) <= LONGEST_TOKEN_SECONDS;
    if (isBrief && uris.includes(`${c.req.method} ${host}${pathname}`)) return;
  } catch {
    // Every invalid token gets the same refusal.
  }
  throw new CoinbaseRefusal(401, 'Unauthorized');
}

/** Answers a POST once for each idempotency key. The answer and the changes are stored in one transaction. */
async function post<S extends z.ZodType>(
  ctx: SandboxContext,
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
  const answer = await ctx.db.transaction(async (tx) => {
    if (key === undefined) return work(tx, asked.data);
    const call = { key: `coinbase:${key}`, request: `${c.req.path}\n${body}`, status };
    const once = await answerOnce(ctx, tx, call, () => work(tx, asked.data));
    if (once === 'busy') throw new CoinbaseRefusal(409, 'still in progress');
    if (once === 'differs') {
      throw new CoinbaseRefusal(400, 'this idempotency key was used for another request');
    }
    return once.body;
  });
  return c.json(answer, status);
}

function publicKeyOf(secret: string): KeyObject {
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([head, Buffer.from(secret, 'base64').subarray(0, 32)]);
  return createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}
