import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Tx } from '../platform/postgres/database.ts';
import { misbehave, takeFault } from './faults.ts';
import { answerOnce } from './idempotency.ts';
import type { SandboxContext } from './provider.ts';
import { answerErrors, invalid, missing, StripeRefusal } from './refusals.ts';
import { findRefund, findSessionOfIntent, listRefunds } from './stripe.store.ts';
import { createRefund, createSession, currentSession, expireSession } from './stripe-checkout.ts';
import { check, parseForm } from './stripe-form.ts';
import { newId, presentIntent, presentList, presentRefund, presentSession } from './stripe-objects.ts';
import { Nothing, RefundCreate, RefundList, SessionCreate } from './stripe-params.ts';

/** A request of this application has about 2 kB. */
const BODY_LIMIT_BYTES = 16_000;

const TOO_LARGE = new StripeRefusal(413, {
  type: 'invalid_request_error',
  message: 'Request too large.',
});
const BROKEN = new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' });

/** The calls of the card provider that this application uses, below /v1. They need the merchant's `secretKey`. */
export function stripeApi(ctx: SandboxContext, secretKey: string): Hono {
  const api = new Hono();
  // A request without a valid key is not read, and uses up no fault that a test has ordered.
  api.use(async (c, next) => {
    c.header('Request-Id', newId('req'));
    c.header('Stripe-Version', c.req.header('stripe-version') ?? '2026-10-28.endive');
    c.header('Cache-Control', 'no-store');
    authenticate(c.req.header('authorization'), secretKey);
    await next();
  });
  api.use(misbehave(ctx, 'stripe'));
  api.use(
    bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: (c) => c.json(TOO_LARGE.answer, TOO_LARGE.status) }),
  );
  api.onError(answerErrors(ctx, BROKEN));
  addSessions(api, ctx);
  addRefunds(api, ctx);
  api.all('*', (c) => {
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
    });
  });
  return api;
}

function addSessions(api: Hono, ctx: SandboxContext): void {
  const { db, baseUrl } = ctx;

  api.post('/checkout/sessions', (c) =>
    post(ctx, c, async (tx, body) => {
      const asked = check(SessionCreate, parseForm(body));
      checkAddress('success_url', asked.success_url, ctx.ownOrigins());
      checkAddress('cancel_url', asked.cancel_url, ctx.ownOrigins());
      return presentSession(await createSession(ctx, tx, asked), baseUrl(), asked.expand);
    }),
  );

  api.get('/checkout/sessions/:id', async (c) => {
    const { expand } = check(Nothing, parseForm(queryOf(c)));
    const session = await db.transaction((tx) => currentSession(ctx, tx, c.req.param('id')));
    return c.json(presentSession(session, baseUrl(), expand));
  });

  api.post('/checkout/sessions/:id/expire', (c) =>
    post(ctx, c, async (tx, body) => {
      const { expand } = check(Nothing, parseForm(body));
      return presentSession(await expireSession(ctx, tx, c.req.param('id')), baseUrl(), expand);
    }),
  );

  api.get('/payment_intents/:id', async (c) => {
    const { expand } = check(Nothing, parseForm(queryOf(c)));
    const id = c.req.param('id');
    const session = await findSessionOfIntent(db.orm, id);
    if (!session?.intent) throw missing('payment_intent', id, 'intent');
    return c.json(
      presentIntent(session, session.intent, baseUrl(), expand?.includes('latest_charge') ?? false),
    );
  });
}

function addRefunds(api: Hono, ctx: SandboxContext): void {
  const { orm } = ctx.db;

  api.post('/refunds', (c) =>
    post(ctx, c, async (tx, body) => {
      const asked = check(RefundCreate, parseForm(body));
      const willFail = (await takeFault(ctx, tx, 'stripe', ['refund.fails'])) !== undefined;
      return presentRefund(await createRefund(ctx, tx, asked, willFail));
    }),
  );

  api.get('/refunds', async (c) => {
    const asked = check(RefundList, parseForm(queryOf(c)));
    const refunds = await listRefunds(orm, asked.payment_intent, Math.min(asked.limit ?? 10, 100));
    return c.json(presentList('/v1/refunds', refunds.map(presentRefund)));
  });

  api.get('/refunds/:id', async (c) => {
    const refund = await findRefund(orm, c.req.param('id'));
    if (!refund) throw missing('refund', c.req.param('id'), 'id');
    return c.json(presentRefund(refund));
  });
}

const queryOf = (c: Context) => new URL(c.req.url).search.slice(1);

/** Answers a POST once for each Idempotency-Key. The answer and the changes are stored in one transaction. */
async function post(
  ctx: SandboxContext,
  c: Context,
  work: (tx: Tx, body: string) => Promise<object>,
): Promise<Response> {
  const body = await c.req.text();
  const key = c.req.header('idempotency-key');
  if (key !== undefined && (key === '' || key.length > 255)) {
    throw invalid('Idempotency keys are between 1 and 255 characters long.');
  }
  if (key === undefined) return c.json(await ctx.db.transaction((tx) => work(tx, body)));
  const request = `${c.req.method} ${c.req.path}\n${body}`;
  const answer = await ctx.db.transaction(async (tx) => {
    const once = await answerOnce(ctx, tx, { key, request, status: 200 }, () => work(tx, body));
    if (once === 'busy') {
      throw new StripeRefusal(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotency Key.',
      });
    }
    if (once === 'differs') {
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    return once;
  });
  c.header('Idempotency-Key', key);
  if (answer.isReplayed) c.header('Idempotent-Replayed', 'true');
  return c.json(answer.body);
}

function authenticate(header: string | undefined, secretKey: string): void {
  const key = header?.match(/^Bearer (\S+)$/i)?.[1];
  if (!key) {
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    });
  }
  if (!timingSafeEqual(sha256(key), sha256(secretKey))) {
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${key.slice(0, 8)}****`,
    });
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The payment page redirects only to this site, with http or https. */
function checkAddress(param: string, address: string | undefined, ownOrigins: string[]): void {
  if (address === undefined) return;
  if (!ownOrigins.some((own) => new URL(own).origin === new URL(address).origin)) {
    throw invalid('Not an address of this site.', { param });
  }
}
