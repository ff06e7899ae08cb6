import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Jobs } from '../platform/jobs.ts';
import {
  CoinbaseRefusal,
  currentCheckout,
  type EmitCheckout,
  payCheckout,
  settleLate,
} from './coinbase.checkout.ts';
import { type CheckoutState, toHundredths } from './coinbase.objects.ts';
import type { Faults } from './faults.ts';
import { armour } from './hosted.armour.ts';
import { type Bill, CRYPTO, endPage, payPage } from './hosted.page.ts';
import { OUTCOMES, type Outcome } from './stripe.checkout.ts';

const SETTLE_LATE = 'sandbox.coinbase.settle-late';

type HostedOptions = {
  db: Database;
  jobs: Jobs;
  clock: Clock;
  emit: EmitCheckout;
  faults: Faults;
  lateAfterSeconds: number;
};

/** The provider's own page, under /sandbox/coinbase: where a visitor pays. */
export function createCoinbasePages({
  db,
  jobs,
  clock,
  emit,
  faults,
  lateAfterSeconds,
}: HostedOptions): Hono {
  const pages = new Hono();

  jobs.define<{ checkoutId: string; succeeded: boolean }>(SETTLE_LATE, {}, ({ checkoutId, succeeded }) =>
    db.transaction((tx) => settleLate(tx, checkoutId, succeeded, clock.now(), emit)),
  );

  pages.onError((error, c) => {
    if (error instanceof CoinbaseRefusal) return c.text('There is no such payment page.', 404);
    throw error;
  });

  pages.get('/pay/:id', async (c) => {
    const checkout = await db.transaction((tx) => currentCheckout(tx, c.req.param('id'), clock.now(), emit));
    const nonce = armour(c, [checkout.successRedirectUrl, checkout.failRedirectUrl]);
    const bill = billOf(checkout);
    if (checkout.status === 'ACTIVE') {
      return c.html(payPage(bill, nonce, c.req.query('declined') === '1', CRYPTO));
    }
    if (['EXPIRED', 'DEACTIVATED', 'FAILED'].includes(checkout.status)) {
      const said = {
        heading: 'This payment page has expired',
        text: 'Nothing was charged. Go back to where you came from to open a new one.',
        ...(checkout.failRedirectUrl ? { link: { href: checkout.failRedirectUrl, label: 'Go back' } } : {}),
      };
      return c.html(endPage(bill, nonce, said, CRYPTO));
    }
    const said = {
      heading: 'You have paid already',
      text: 'This page takes one payment only. Nothing more was charged.',
      ...(checkout.successRedirectUrl
        ? { link: { href: checkout.successRedirectUrl, label: 'Continue' } }
        : {}),
    };
    return c.html(endPage(bill, nonce, said, CRYPTO));
  });

  pages.post(
    '/pay/:id',
    bodyLimit({ maxSize: 10_000, onError: (c) => c.text('That is too large.', 413) }),
    async (c) => {
      const { outcome } = await c.req.parseBody();
      if (!isOutcome(outcome)) return c.text(`outcome is one of ${OUTCOMES.join(', ')}`, 400);
      const id = c.req.param('id');
      const address = await db.transaction(async (tx) => {
        const now = clock.now();
        const checkout = await currentCheckout(tx, id, now, emit);
        const here = `/sandbox/coinbase/pay/${checkout.id}`;
        // A page that is used or over says so itself, whatever was pressed.
        if (checkout.status !== 'ACTIVE') return here;
        if (outcome === 'cancel') return checkout.failRedirectUrl ?? here;
        if (outcome === 'decline') return `${here}?declined=1`;
        if (outcome === 'pay_late' || outcome === 'fail_late') {
          await payCheckout(tx, checkout, 'late', now, emit);
          const startAfter = secondsAfter(now, lateAfterSeconds);
          const late = { checkoutId: id, succeeded: outcome === 'pay_late' };
          await jobs.send(tx, SETTLE_LATE, late, { startAfter });
        } else {
          const swap = await faults.take(tx, 'coinbase', ['pay.currency']);
          await payCheckout(tx, checkout, outcome, now, emit, swap?.value ?? undefined);
        }
        return checkout.successRedirectUrl ?? here;
      });
      c.header('Cache-Control', 'no-store');
      return c.redirect(address, 303);
    },
  );

  return pages;
}

function billOf(checkout: CheckoutState): Bill {
  const asked = toHundredths(checkout.amount);
  const name = checkout.description ?? 'Payment';
  return {
    currency: checkout.priced === 'USDC' ? 'usdc' : checkout.priced.toLowerCase(),
    asked,
    items: [{ name, description: null, quantity: 1, unitAmount: asked }],
    customerEmail: null,
    clientReferenceId: checkout.metadata.payment_id ?? null,
  };
}

function isOutcome(value: unknown): value is Outcome {
  return OUTCOMES.some((outcome) => outcome === value);
}
