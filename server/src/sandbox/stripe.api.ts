import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Logger } from '../platform/log.ts';
import type { Faults } from './faults.ts';
import { createRefund, createSession, currentSession, type Emit, expireSession } from './stripe.checkout.ts';
import { answerRefusal, invalid, missing, StripeRefusal } from './stripe.errors.ts';
import { check, parseForm } from './stripe.form.ts';
import { newId, presentIntent, presentList, presentRefund, presentSession } from './stripe.objects.ts';
import { Nothing, RefundCreate, RefundList, SessionCreate } from './stripe.params.ts';
import {
  findKeyedAnswer,
  findRefund,
  findSessionOfIntent,
  insertKeyedAnswer,
  listRefunds,
  tryIdempotencyLock,
} from './stripe.store.ts';

const DAY_MILLISECONDS = 24 * 3_600_000;
/** A checkout session of ours has 2 kB. */
const BODY_LIMIT_BYTES = 16_000;

type ApiOptions = {
  db: Database;
  clock: Clock;
  log: Logger;
  baseUrl: () => string;
  emit: Emit;
  faults: Faults;
  /** The merchant's key: the only one that opens these calls. */
  secretKey: string;
  /** Where visitors may be led back to. */
  ownOrigins: () => string[];
};

/** The provider's calls that this application uses, under /v1, as its public reference documents them. */
export function createStripeApi(options: ApiOptions): Hono {
  const { db, clock, log, baseUrl, emit, faults } = options;
  const api = new Hono();

  // Nothing of a stranger is read, nor does it use up a fault that a test has ordered.
  api.use(async (c, next) => {
    c.header('Request-Id', newId('req'));
    c.header('Stripe-Version', c.req.header('stripe-version') ?? '2026-10-28.endive');
    c.header('Cache-Control', 'no-store');
    authenticate(c.req.header('authorization'), options.secretKey);
    await next();
  });
  api.use(faults.before('stripe'));
  api.use(
    bodyLimit({
      maxSize: BODY_LIMIT_BYTES,
      onError: (c) =>
        answerRefusal(
          c,
          new StripeRefusal(413, { type: 'invalid_request_error', message: 'Request too large.' }),
        ),
    }),
  );
  api.onError((error, c) => {
    if (error instanceof StripeRefusal) return answerRefusal(c, error);
    log.error({ err: error }, 'payment sandbox');
    return answerRefusal(
      c,
      new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred' }),
    );
  });
  /** A POST: its form, under its Idempotency-Key, in one transaction with what it changes. */
  async function post(c: Context, work: (tx: Tx, body: string) => Promise<object>): Promise<Response> {
    const body = await c.req.text();
    const key = c.req.header('idempotency-key');
    if (key !== undefined && (key === '' || key.length > 255)) {
      throw invalid('Idempotency keys are between 1 and 255 characters long.');
    }
    const { status, answer, replayed } = await db.transaction((tx) =>
      key === undefined ? answering(tx, body, work) : keyed(tx, c, key, body, work),
    );
    if (key !== undefined) c.header('Idempotency-Key', key);
    if (replayed) c.header('Idempotent-Replayed', 'true');
    return c.json(answer, status as ContentfulStatusCode);
  }

  async function answering(tx: Tx, body: string, work: (tx: Tx, body: string) => Promise<object>) {
    return { status: 200, answer: await work(tx, body), replayed: false };
  }

  async function keyed(
    tx: Tx,
    c: Context,
    key: string,
    body: string,
    work: (tx: Tx, body: string) => Promise<object>,
  ) {
    if (!(await tryIdempotencyLock(tx, key))) {
      throw new StripeRefusal(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotency Key.',
      });
    }
    const now = clock.now();
    const fingerprint = createHash('sha256').update(`${c.req.method} ${c.req.path}\n${body}`).digest('hex');
    const earlier = await findKeyedAnswer(tx, key, new Date(now.getTime() - DAY_MILLISECONDS));
    if (earlier) {
      if (!timingSafeEqual(Buffer.from(earlier.fingerprint), Buffer.from(fingerprint))) {
        throw new StripeRefusal(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      }
      return { status: earlier.status, answer: earlier.body, replayed: true };
    }
    const fresh = await answering(tx, body, work);
    await insertKeyedAnswer(tx, { key, fingerprint, status: 200, body: fresh.answer, createdAt: now });
    return fresh;
  }

  api.post('/checkout/sessions', (c) =>
    post(c, async (tx, body) => {
      const asked = check(SessionCreate, parseForm(body));
      checkAddress('success_url', asked.success_url, options.ownOrigins());
      checkAddress('cancel_url', asked.cancel_url, options.ownOrigins());
      return presentSession(await createSession(tx, asked, clock.now()), baseUrl(), asked.expand);
    }),
  );

  api.get('/checkout/sessions/:id', async (c) => {
    const { expand } = check(Nothing, parseForm(new URL(c.req.url).search.slice(1)));
    const session = await db.transaction((tx) => currentSession(tx, c.req.param('id'), clock.now(), emit));
    return c.json(presentSession(session, baseUrl(), expand));
  });

  api.post('/checkout/sessions/:id/expire', (c) =>
    post(c, async (tx, body) => {
      const { expand } = check(Nothing, parseForm(body));
      return presentSession(await expireSession(tx, c.req.param('id'), clock.now(), emit), baseUrl(), expand);
    }),
  );

  api.get('/payment_intents/:id', async (c) => {
    const { expand } = check(Nothing, parseForm(new URL(c.req.url).search.slice(1)));
    const id = c.req.param('id');
    const session = await findSessionOfIntent(db.orm, id);
    if (!session?.intent) throw missing('payment_intent', id, 'intent');
    return c.json(
      presentIntent(session, session.intent, baseUrl(), expand?.includes('latest_charge') ?? false),
    );
  });

  api.post('/refunds', (c) =>
    post(c, async (tx, body) => {
      const asked = check(RefundCreate, parseForm(body));
      const willFail = (await faults.take(tx, 'stripe', ['refund.fails'])) !== undefined;
      return presentRefund(await createRefund(tx, asked, clock.now(), emit, willFail));
    }),
  );

  api.get('/refunds', async (c) => {
    const asked = check(RefundList, parseForm(new URL(c.req.url).search.slice(1)));
    const refunds = await listRefunds(db.orm, asked.payment_intent, Math.min(asked.limit ?? 10, 100));
    return c.json(presentList('/v1/refunds', refunds.map(presentRefund)));
  });

  api.get('/refunds/:id', async (c) => {
    const refund = await findRefund(db.orm, c.req.param('id'));
    if (!refund) throw missing('refund', c.req.param('id'), 'id');
    return c.json(presentRefund(refund));
  });

  api.all('*', (c) => {
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
    });
  });

  return api;
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

/** The page leads nowhere but back to this site, and by no other scheme. */
function checkAddress(param: string, address: string | undefined, ownOrigins: string[]): void {
  if (address === undefined) return;
  if (!ownOrigins.some((own) => new URL(own).origin === new URL(address).origin)) {
    throw invalid('Not an address of this site.', { param });
  }
}
