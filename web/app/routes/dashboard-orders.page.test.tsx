import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OWN_ORDER } from '../testing/answers';
import { type Answers, refusal } from '../testing/fake-server';
import { browserAlerts, button, heading, openPage, signIn, user } from '../testing/open-page';
import * as change from './dashboard-change-order';
import * as test from './dashboard-test';
import * as tests from './dashboard-tests';

const pages = {
  '/dashboard/tests': tests,
  '/dashboard/tests/:id': test,
  '/dashboard/tests/:id/change': change,
};
const { id } = OWN_ORDER.request;
const PATH = `/dashboard/tests/${id}`;
const ANSWERS: Answers = {
  [`GET /api/me/tests/${id}`]: OWN_ORDER,
  [`PUT /api/orders/${id}/details`]: {},
};

describe('an unpaid order can be paid and changed', () => {
  it.each([
    ['', /^Pay \$/],
    ['/change', /^Save and Pay \$/],
  ])(
    'the pay button on /dashboard/tests/{id}%s works again after a failure, and after the browser’s Back',
    async (where, name) => {
      signIn();
      const said = browserAlerts();
      const server = openPage(PATH + where, pages, {
        ...ANSWERS,
        'POST /api/checkout': Response.json({}, { status: 409 }),
      });
      await user.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(said).toEqual(['Could not create request. Please try again.']));
      // The address stays the same, as when the browser shows this page again.
      server.answer({ 'POST /api/checkout': { url: '#paid' } });
      await user.click(await screen.findByRole('button', { name }));
      await screen.findByRole('button', { name: 'Opening checkout…' });
      expect(window.location.hash).toBe('#paid');
      act(() => {
        window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
      });
      const again = await screen.findByRole('button', { name });
      expect(again.getAttribute('aria-disabled')).toBeNull();
      expect(said).toHaveLength(1);
    },
  );

  it('an order that was paid while the user changed it says so, and links back to its page', async () => {
    signIn();
    const paid = { ...OWN_ORDER, request: { ...OWN_ORDER.request, status: 'awaiting_sample' as const } };
    const server = openPage(`${PATH}/change`, pages, ANSWERS);
    await heading('Change the order');
    server.answer({
      [`GET /api/me/tests/${id}`]: paid,
      [`PUT /api/orders/${id}/details`]: refusal('order_locked'),
    });
    await user.click(button(/^Save and Pay/));
    await screen.findByText('It is paid. Its page shows what is next.');
    const back = screen.getAllByRole('link', { name: 'Back to the order' });
    expect(back.at(-1)?.getAttribute('href')).toBe(PATH);
  });
});

it('My Tests shows six placeholders while it loads', async () => {
  signIn();
  const held = Promise.withResolvers<object>();
  openPage('/dashboard/tests', pages, { 'GET /api/me/tests': () => held.promise });
  await heading('My Tests');
  expect(document.querySelectorAll('main [aria-busy=true] > * > *')).toHaveLength(6);
  held.resolve({ items: [], pagination: { page: 1, limit: 24, total: 0 } });
  await screen.findByText('No tests yet');
  expect(document.querySelector('main [aria-busy=true]')).toBeNull();
});
