import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { secondsAfter } from '../platform/clock.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { takeFault } from './faults.ts';
import { endPage, payPage, type Said } from './hosted-html.ts';
import type { HostedCheckout, SandboxContext, SandboxProvider } from './provider.ts';
import { ProviderRefusal } from './refusals.ts';

/** The buttons of the payment page. `fail_late` is a late payment that fails. */
const OUTCOMES = ['pay', 'pay_late', 'fail_late', 'underpay', 'overpay', 'decline', 'cancel'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** How many seconds a late payment takes. */
const LATE_SECONDS = 10;

/** The provider's page on which a visitor pays. */
export function hostedPages<State>(ctx: SandboxContext, provider: SandboxProvider<State>): Hono {
  const { db, jobs, clock } = ctx;
  const pages = new Hono();

  jobs.handle(settleLateJob(provider), ({ sessionId, succeeded }) =>
    db.transaction((tx) => provider.settleLate(ctx, tx, sessionId, succeeded)),
  );

  pages.onError((error, c) => {
    if (error instanceof ProviderRefusal) return c.text('There is no such payment page.', 404);
    throw error;
  });

  pages.get('/pay/:id', async (c) => {
    const checkout = provider.describe(
      await db.transaction((tx) => provider.current(ctx, tx, c.req.param('id'))),
    );
    const nonce = setPageHeaders(c, checkout);
    return c.html(
      checkout.state === 'open'
        ? payPage(checkout.bill, nonce, c.req.query('declined') === '1', provider.words)
        : endPage(checkout.bill, nonce, sayEnd(checkout), provider.words),
    );
  });

  pages.post(
    '/pay/:id',
    bodyLimit({ maxSize: 10_000, onError: (c) => c.text('That is too large.', 413) }),
    async (c) => {
      const { outcome: given } = await c.req.parseBody();
      const outcome = OUTCOMES.find((each) => each === given);
      if (!outcome) return c.text(`outcome is one of ${OUTCOMES.join(', ')}`, 400);
      const address = await press(ctx, provider, c.req.param('id'), outcome, clock.now());
      c.header('Cache-Control', 'no-store');
      return c.redirect(address, 303);
    },
  );

  return pages;
}

export const settleLateJob = ({ name }: { name: string }) =>
  defineJob(`sandbox.${name}.settle-late`, z.object({ sessionId: z.string(), succeeded: z.boolean() }));

/** Does what a button of the payment page says. Returns the next address. */
function press<State>(
  ctx: SandboxContext,
  provider: SandboxProvider<State>,
  id: string,
  outcome: Outcome,
  now: Date,
): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    const state = await provider.current(ctx, tx, id);
    const checkout = provider.describe(state);
    const here = `${provider.path}/pay/${id}`;
    // The page of a used or expired checkout says so, whatever button was pressed.
    if (checkout.state !== 'open') return here;
    if (outcome === 'cancel') return checkout.cancelUrl ?? here;
    if (outcome === 'decline') return `${here}?declined=1`;
    if (outcome === 'pay_late' || outcome === 'fail_late') {
      await provider.pay(ctx, tx, state, 'late');
      const late = { sessionId: id, succeeded: outcome === 'pay_late' };
      const startAfter = secondsAfter(now, LATE_SECONDS);
      await ctx.jobs.send(tx, settleLateJob(provider), late, { startAfter });
    } else {
      const swap = await takeFault(ctx, tx, provider.name, ['pay.currency']);
      await provider.pay(ctx, tx, state, outcome, swap?.value ?? undefined);
    }
    return checkout.successUrl ?? here;
  });
}

function sayEnd({ state, successUrl, cancelUrl }: HostedCheckout): Said {
  return state === 'over'
    ? {
        heading: 'This payment page has expired',
        text: 'Nothing was charged. Go back to where you came from to open a new one.',
        link: cancelUrl ? { href: cancelUrl, label: 'Go back' } : undefined,
      }
    : {
        heading: 'You have paid already',
        text: 'This page takes one payment only. Nothing more was charged.',
        link: successUrl ? { href: successUrl, label: 'Continue' } : undefined,
      };
}

/** Sets the headers of a page without scripts. Returns the nonce of its style element. */
export function setPageHeaders(c: Context, { successUrl, cancelUrl }: HostedCheckout): string {
  const nonce = randomBytes(16).toString('base64url');
  // Browsers apply the rule for form targets (`form-action`) to redirects too, so the merchant's addresses must be
  // allowed.
  const targets = [successUrl, cancelUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${[...new Set(targets)].join(' ')}`,
  );
  c.header('Referrer-Policy', 'no-referrer');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cache-Control', 'no-store');
  return nonce;
}
