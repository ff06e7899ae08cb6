import { screen } from '@testing-library/react';
import type { CheckoutState } from '@vialproof/contract/checkout';
import { describe, expect, it } from 'vitest';
import { refusal } from '../testing/fake-server';
import { alert, button, heading, main, openPage, user } from '../testing/open-page';
import * as success from './request-success';

const pages = { '/request/success': success };
const ADDRESS = '/request/success?session_id=cs_one';
const CALL = 'GET /api/checkout/cs_one';
const stands = (state: CheckoutState, reason: string | null = null) => ({
  data: { state, reason, request_id: 'order-1', group_id: null },
});
const saidInAll = () => screen.getByRole('main').textContent;

describe('the page after a payment', () => {
  it('the page shows that the payment failed, and for which reason', async () => {
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
    // The page also asks for the order's owner; here no user is signed in.
    server.answer({ [CALL]: stands('confirmed'), 'GET /api/me/tests/order-1': refusal('not_found') });
    await user.click(button('Try Again'));
    await heading('Payment Successful!');
    expect(
      main()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Open This Order', 'Go to Dashboard', 'Request Another Test']);
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
