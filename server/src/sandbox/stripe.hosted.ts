import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Faults } from './faults.ts';
import { armour } from './hosted.armour.ts';
import { CARD, endPage, money, payPage } from './hosted.page.ts';
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

import { findSession } from './stripe.store.ts';

const SETTLE_LATE = 'sandbox.stripe.settle-late';

type HostedOptions = {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  emit: Emit;
  faults: Faults;
  lateAfterSeconds: number;
};

/** The provider's own pages, under /sandbox: where a visitor pays, and the receipt. */
export function createHostedPages({ db, jobs, clock, emit, faults, lateAfterSeconds }: HostedOptions): Hono {
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
    const nonce = armour(c, [session.successUrl, session.cancelUrl]);
    if (session.status === 'open')
      return c.html(payPage(session, nonce, c.req.query('declined') === '1', CARD));
    if (session.status === 'expired') {
      return c.html(
        endPage(
          session,
          nonce,
          {
            heading: 'This payment page has expired',
            text: 'Nothing was charged. Go back to where you came from to open a new one.',
            ...(session.cancelUrl ? { link: { href: session.cancelUrl, label: 'Go back' } } : {}),
          },
          CARD,
        ),
      );
    }
    return c.html(
      endPage(
        session,
        nonce,
        {
          heading: 'You have paid already',
          text: 'This page takes one payment only. Nothing more was charged.',
          link: { href: successUrl(session), label: 'Continue' },
        },
        CARD,
      ),
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
          const swap = await faults.take(tx, 'stripe', ['pay.currency']);
          await paySession(tx, session, outcome, clock.now(), emit, swap?.value ?? undefined);
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
    return c.html(receiptPage(session, armour(c, [session.successUrl, session.cancelUrl])));
  });

  return pages;
}

const successUrl = (session: SessionState) =>
  session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', encodeURIComponent(session.id));

function isOutcome(value: unknown): value is Outcome {
  return OUTCOMES.some((outcome) => outcome === value);
}

/** What the provider calls a receipt. */
function receiptPage(session: SessionState, nonce: string) {
  const paid = session.intent?.received ?? 0;
  const returned = session.intent?.refunded ?? 0;
  const when = new Date((session.intent?.created ?? session.created) * 1000).toISOString().slice(0, 10);
  return endPage(
    session,
    nonce,
    {
      heading: 'Receipt',
      text: `${money(session, paid)} received on ${when}${returned > 0 ? `, ${money(session, returned)} of it returned` : ''}. Charge ${session.intent?.chargeId ?? ''}.`,
    },
    CARD,
  );
}
