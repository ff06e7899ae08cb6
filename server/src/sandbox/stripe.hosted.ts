import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import {
  currentSession,
  type Emit,
  OUTCOMES,
  type Outcome,
  paySession,
  settleLate,
} from './stripe.checkout.ts';
import { StripeRefusal } from './stripe.errors.ts';
import type { SessionState } from './stripe.objects.ts';
import { endPage, payPage, receiptPage } from './stripe.page.ts';
import { findSession } from './stripe.store.ts';

const SETTLE_LATE = 'sandbox.stripe.settle-late';

type HostedOptions = { db: Database; jobs: Jobs; clock: Clock; emit: Emit; lateAfterSeconds: number };

/** The provider's own pages, under /sandbox: where a visitor pays, and the receipt. */
export function createHostedPages({ db, jobs, clock, emit, lateAfterSeconds }: HostedOptions): Hono {
  const pages = new Hono();

  jobs.define<{ sessionId: string; succeeded: boolean }>(SETTLE_LATE, {}, ({ sessionId, succeeded }) =>
    db.transaction((tx) => settleLate(tx, sessionId, succeeded, emit)),
  );

  pages.onError((error, c) => {
    if (error instanceof StripeRefusal) return c.text('There is no such payment page.', 404);
    throw error;
  });

  pages.get('/pay/:id', async (c) => {
    const session = await db.transaction((tx) => currentSession(tx, c.req.param('id'), clock.now(), emit));
    const nonce = armour(c, session);
    if (session.status === 'open') return c.html(payPage(session, nonce, c.req.query('declined') === '1'));
    if (session.status === 'expired') {
      return c.html(
        endPage(session, nonce, {
          heading: 'This payment page has expired',
          text: 'Nothing was charged. Go back to where you came from to open a new one.',
          ...(session.cancelUrl ? { link: { href: session.cancelUrl, label: 'Go back' } } : {}),
        }),
      );
    }
    return c.html(
      endPage(session, nonce, {
        heading: 'You have paid already',
        text: 'This page takes one payment only. Nothing more was charged.',
        link: { href: successUrl(session), label: 'Continue' },
      }),
    );
  });

  pages.post(
    '/pay/:id',
    bodyLimit({ maxSize: 10_000, onError: (c) => c.text('That is too large.', 413) }),
    async (c) => {
      const { outcome } = await c.req.parseBody();
      if (!isOutcome(outcome)) return c.text(`outcome is one of ${OUTCOMES.join(', ')}`, 400);
      const id = c.req.param('id');
      const address = await db.transaction(async (tx) => {
        const session = await currentSession(tx, id, clock.now(), emit);
        const here = `/sandbox/pay/${session.id}`;
        // A page that is complete or expired says so itself, whatever was pressed.
        if (session.status !== 'open') return here;
        if (outcome === 'cancel') return session.cancelUrl ?? here;
        if (outcome === 'decline') return `${here}?declined=1`;
        if (outcome === 'pay_late' || outcome === 'fail_late') {
          await paySession(tx, session, 'late', clock.now(), emit);
          const startAfter = secondsAfter(clock.now(), lateAfterSeconds);
          await jobs.send(
            tx,
            SETTLE_LATE,
            { sessionId: id, succeeded: outcome === 'pay_late' },
            { startAfter },
          );
        } else {
          await paySession(tx, session, outcome, clock.now(), emit);
        }
        return successUrl(session);
      });
      c.header('Cache-Control', 'no-store');
      return c.redirect(address, 303);
    },
  );

  pages.get('/receipts/:id', async (c) => {
    const session = await findSession(db.orm, c.req.param('id'));
    if (session?.intent?.status !== 'succeeded') return c.text('There is no such receipt.', 404);
    return c.html(receiptPage(session, armour(c, session)));
  });

  return pages;
}

const successUrl = (session: SessionState) =>
  session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', encodeURIComponent(session.id));

function isOutcome(value: unknown): value is Outcome {
  return OUTCOMES.some((outcome) => outcome === value);
}

/** Headers of a page that needs no script; returns the nonce of its style. */
function armour(c: Context, session: SessionState): string {
  const nonce = randomBytes(16).toString('base64url');
  // A form's redirect counts as its action, so the merchant's own addresses are named.
  const targets = [session.successUrl, session.cancelUrl ?? session.successUrl].map(
    (url) => new URL(url).origin,
  );
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${[...new Set(targets)].join(' ')}`,
  );
  c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cache-Control', 'no-store');
  return nonce;
}
