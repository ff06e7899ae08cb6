import { Hono } from 'hono';
import { CARD, endPage, money } from './hosted-html.ts';
import { setPageHeaders } from './hosted-pages.ts';
import type { SandboxContext } from './provider.ts';
import { findSession } from './stripe.store.ts';
import { describeSession } from './stripe-checkout.ts';

/** The receipts of the card provider. */
export function stripeReceipts({ db }: SandboxContext): Hono {
  const pages = new Hono();
  pages.get('/receipts/:id', async (c) => {
    const session = await findSession(db.orm, c.req.param('id'));
    if (session?.intent?.status !== 'succeeded') return c.text('There is no such receipt.', 404);
    const { received, refunded, created, chargeId } = session.intent;
    const checkout = describeSession(session);
    const when = new Date(created * 1000).toISOString().slice(0, 10);
    const returned = refunded > 0 ? `, ${money(session, refunded)} of it returned` : '';
    const text = `${money(session, received)} received on ${when}${returned}. Charge ${chargeId}.`;
    return c.html(endPage(checkout.bill, setPageHeaders(c, checkout), { heading: 'Receipt', text }, CARD));
  });
  return pages;
}
