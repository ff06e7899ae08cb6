import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { PAYMENT_STATUSES, type PaymentStatus } from '@vialproof/contract/checkout';
import type { ViewerShare } from '@vialproof/contract/group-tests';
import type { PaymentMethod } from '@vialproof/contract/payment-methods';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { PayShare } from './pay-share';

const share = (payment_status: PaymentStatus | null, received_cents = 0): ViewerShare => ({
  id: '00000000-0000-4000-8000-000000000000',
  amount_cents: 17_000,
  status: 'due',
  pay_by: '2026-12-01T12:00:00.000Z',
  payment_status,
  received_cents,
  received_currency: received_cents > 0 ? 'usd' : null,
});
const drawn = (of: ViewerShare, payment_methods: PaymentMethod[] = ['stripe', 'coinbase']) => {
  const routes = [{ id: 'root', path: '/', loader: () => null, element: <PayShare share={of} /> }];
  const hydrationData = { loaderData: { root: { payment_methods } } };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter(routes, { hydrationData })} />
    </QueryClientProvider>,
  );
};
const asks = (html: string) => html.includes('Pay $170.00');

describe('an unpaid share says what is missing', () => {
  it('an underpaid share explains that an admin must decide, and asks for no money', () => {
    const html = drawn(share('underpaid', 15_300));
    expect(html).toContain('$153.00 arrived. $17.00 is missing.');
    expect(html).toContain('Less than your share has arrived, and a person is looking at it.');
    expect(html).toContain('Please do not pay again');
    expect(html).not.toContain('<button');
    // A part of the money was refunded, and the share waits for the rest.
    expect(drawn(share('partially_refunded', 5_300))).toContain('$53.00 arrived.');
  });

  it('a share asks for money only if no money has arrived and none is on its way', () => {
    const payable = [null, ...PAYMENT_STATUSES].filter((status) => asks(drawn(share(status))));
    expect(payable).toEqual([
      null,
      'pending',
      'failed',
      'expired',
      'refund_pending',
      'partially_refunded',
      'refunded',
    ]);
    for (const status of PAYMENT_STATUSES) expect(asks(drawn(share(status, 100)))).toBe(false);
  });

  it('the payment form starts with a payment method that is offered', () => {
    const checked = (html: string) => /<input[^>]*checked=""[^>]*>/.exec(html)?.[0];
    expect(checked(drawn(share(null)))).toContain('value="stripe"');
    expect(checked(drawn(share(null), ['coinbase']))).toContain('value="coinbase"');
  });
});
