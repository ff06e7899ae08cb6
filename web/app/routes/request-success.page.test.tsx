import { screen } from '@testing-library/react';
import type { CheckoutOutcome, CheckoutState } from '@vialproof/contract/checkout';
import { describe, expect, it } from 'vitest';
import { OWN_ORDER } from '../testing/answers';
import { refusal } from '../testing/fake-server';
import { alert, button, heading, main, openPage, signIn, user } from '../testing/open-page';
import * as success from './request-success';

const pages = { '/request/success': success };
const ADDRESS = '/request/success?session_id=cs_one';
const CALL = 'GET /api/checkout/cs_one';
const SETTLED: CheckoutOutcome = {
  state: 'confirmed',
  reason: null,
  request_id: OWN_ORDER.request.id,
  group_id: null,
  amount_cents: 15_300,
  received_cents: 15_300,
  received_currency: 'usd',
  refunded_cents: 0,
};
const ORDER_CALL = `GET /api/me/tests/${OWN_ORDER.request.id}`;
const stands = (state: CheckoutState, reason: string | null = null) => ({
  data: { ...SETTLED, state, reason },
});
const saidInAll = () => screen.getByRole('main').textContent;

describe('the page after a payment says how it ended', () => {
  it('the page shows that the payment failed and why', async () => {
    openPage(ADDRESS, pages, { [CALL]: stands('failed', 'The card was declined.') });
    await heading('Payment Verification Failed');
    expect(saidInAll()).toContain('The card was declined.');
    expect(main().getByRole('link', { name: 'Try Again' }).getAttribute('href')).toBe('/request');
  });

  it('the page shows that the outcome of the payment is not certain yet', async () => {
    openPage(ADDRESS, pages, { [CALL]: stands('attention', 'Less arrived than was asked for.') });
    await heading('Your payment needs a look');
    expect(saidInAll()).toContain('Less arrived than was asked for. Please do not pay again.');
  });

  it('the page says that it could not look up the payment, and tries again', async () => {
    const server = openPage(ADDRESS, pages, { [CALL]: refusal('invalid_fields', 'Not now.') });
    await heading('Your payment could not be looked up');
    expect(alert()?.textContent).toContain('Not now.');
    // The page also asks for the order. Here no user is signed in.
    server.answer({ [CALL]: stands('confirmed'), [ORDER_CALL]: refusal('not_found') });
    await user.click(button('Try Again'));
    await heading('Payment Successful!');
    expect(
      main()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Open This Order', 'Go to Dashboard', 'Request Another Test']);
  });

  it('an overpaid order says at once what goes back, and that sending the sample comes next', async () => {
    signIn();
    const order = { ...OWN_ORDER, request: { ...OWN_ORDER.request, status: 'awaiting_sample' as const } };
    openPage(ADDRESS, pages, {
      [CALL]: { data: { ...SETTLED, received_cents: 16_830 } },
      [ORDER_CALL]: order,
    });
    await heading('Payment Successful!');
    const next = await screen.findByRole('heading', { name: 'Now send the sample' });
    expect(saidInAll()).toContain('You paid $168.30 for an order of $153.00: $15.30 goes back to you.');
    expect(saidInAll()).toContain('Paid$168.30');
    const toOrder = screen.getByRole('link', { name: 'Open This Order' });
    expect(next.compareDocumentPosition(toOrder)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('a cancelled order says that all of the money goes back, and not only what was too much', async () => {
    signIn();
    const order = { ...OWN_ORDER, request: { ...OWN_ORDER.request, status: 'cancelled' as const } };
    openPage(ADDRESS, pages, {
      [CALL]: { data: { ...SETTLED, received_cents: 16_830 } },
      [ORDER_CALL]: order,
    });
    await screen.findByText(/^The order had been cancelled before the payment arrived\. The money goes back/);
    expect(saidInAll()).toContain('Paid$168.30');
    expect(saidInAll()).not.toContain('$15.30');
  });

  it('an underpaid order says what came, and asks for no second payment', async () => {
    openPage(ADDRESS, pages, {
      [CALL]: {
        data: { ...SETTLED, state: 'attention', received_cents: 10_000, reason: 'We will write to you.' },
      },
    });
    await heading('Your payment needs a look');
    expect(saidInAll()).toContain('You paid $100.00 for an order of $153.00.');
    expect(saidInAll()).toContain('We will write to you. Please do not pay again.');
  });

  it('the page says that its address contains no payment session', async () => {
    openPage('/request/success', pages);
    await heading('Payment Verification Failed');
    expect(saidInAll()).toContain('No session ID provided');
    expect(main().getByRole('link', { name: 'Try Again' }).getAttribute('href')).toBe('/request');
  });

  it('the page says that the server does not know the payment session in its address', async () => {
    openPage(ADDRESS, pages, { [CALL]: refusal('not_found') });
    await heading('Payment Verification Failed');
    expect(saidInAll()).toContain('This payment is not known');
  });
});
