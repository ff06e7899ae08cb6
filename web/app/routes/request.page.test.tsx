import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Turnaround } from '@vialproof/contract/turnaround';
import { describe, expect, it } from 'vitest';
import { CATALOG, idOf } from '../testing/answers';
import { type Answers, away, refusal } from '../testing/fake-server';
import {
  browserAlerts,
  button,
  expectAddress,
  field,
  fill,
  openPage,
  signIn,
  user,
} from '../testing/open-page';
import * as request from './request';

const AGREEMENT =
  'I confirm the provided details are accurate and I agree to the terms of service and testing policy.';
const SPECIMEN = [/^Compound name/, /^Dosage/, /^Manufacturer/, /^Batch code/, /^Notes/];
const CATALOG_CALL = 'GET /api/skus/catalog';
const CHECKOUT = 'POST /api/checkout';
const ORDER = idOf(50);
/** The answers that create an order. Each test adds the answer with its payment page. */
const ORDERED: Answers = {
  'POST /api/orders': { data: { id: ORDER } },
  [`PUT /api/orders/${ORDER}/details`]: {},
};
const agree = () => screen.getByRole('checkbox', { name: AGREEMENT });
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const choose = (name: RegExp) => user.click(radio(name));
const cardOf = (name: RegExp) => radio(name).closest('label')?.textContent;
const chosen = () => screen.getByRole('region', { name: 'Chosen test' });
const change = () => {
  const found = screen.getByText('Change').closest('summary');
  if (!found) throw new Error('the list has no summary');
  return found;
};
const list = () => {
  const found = screen.getByRole('searchbox', { name: 'Find a test' }).closest('details');
  if (!found) throw new Error('the list is no details element');
  return found;
};
const summary = () => screen.getByRole('complementary', { name: 'Summary' });
const proceed = () => button('Proceed to Checkout');

async function openForm(query = '', answers: Answers = {}) {
  const server = openPage(
    `/request${query}`,
    { '/request': request },
    {
      [CATALOG_CALL]: { data: CATALOG },
      'GET /api/turnaround': { data: [] },
      ...answers,
    },
  );
  await screen.findByRole('radio', { name: /^BPC-157/ });
  return server;
}

describe('the order form of a visitor', () => {
  it('section 2: the catalog of the form shows name, description, sample, turnaround and price of a test', async () => {
    await openForm();
    for (const words of [/Identity by LC-MS/, /Sample: 1 sealed vial/, /TAT: .+/, /\$180\.00/])
      expect(cardOf(/^BPC-157/)).toMatch(words);
  });

  it('section 5: the fields of the specimen are disabled until the user chooses a test', async () => {
    await openForm();
    for (const name of SPECIMEN) expect(field(name).matches(':disabled')).toBe(true);
    await choose(/^TB-500/);
    for (const name of SPECIMEN) expect(field(name).matches(':disabled')).toBe(false);
  });

  it('section 5: the fields of the specimen are disabled until the user chooses a test', async () => {
    await openForm();
    await choose(/^TB-500/);
    await expectAddress('/request?sku=tb-500');
    expect(field(/^Compound name/).value).toBe('TB-500');
    await choose(/^BPC-157/);
    await expectAddress('/request?sku=bpc-157');
    expect(field(/^Compound name/).value).toBe('BPC-157');
    fill(/^Compound name/, 'My blend');
    await choose(/^TB-500/);
    await expectAddress('/request?sku=tb-500');
    expect(field(/^Compound name/).value).toBe('My blend');
  });

  it('section 5: checkout needs a chosen test and the ticked agreement', async () => {
    await openForm();
    await user.click(agree());
    expect(proceed().disabled).toBe(true);
    await choose(/^TB-500/);
    expect(proceed().disabled).toBe(false);
    await user.click(agree());
    expect(proceed().disabled).toBe(true);
    for (const [name, path] of [
      ['terms of service', '/terms'],
      ['testing policy', '/testing-policy'],
    ] as const)
      expect(within(screen.getByRole('main')).getByRole('link', { name }).getAttribute('href')).toBe(path);
  });

  it('sections 4 and 9: the form starts with private and card, and shows the discount for a public test', async () => {
    await openForm('?sku=tb-500');
    await waitFor(() => expect(summary().textContent).toContain('$180.00'));
    expect(radio(/^Private/).checked).toBe(true);
    expect(radio(/^Card/).checked).toBe(true);
    await choose(/^Public/);
    for (const words of ['Public test, 10 % off', '-$18.00', '$162.00'])
      expect(summary().textContent).toContain(words);
  });

  it('the form shows the user’s draft again when the page is reopened', async () => {
    await openForm();
    await choose(/^TB-500/);
    fill(/^Compound name/, 'My blend');
    await choose(/^Public/);
    fill(/^Batch code/, '  R-1  ');
    await expectAddress('/request?sku=tb-500');
    cleanup();
    await openForm('?sku=tb-500');
    await waitFor(() => expect(field(/^Batch code/).value).toBe('  R-1  '));
    expect(field(/^Compound name/).value).toBe('My blend');
    expect(radio(/^Public/).checked).toBe(true);
    expect(radio(/^TB-500/).checked).toBe(true);
  });

  it('the form starts with the test that the page’s address names', async () => {
    await openForm('?sku=bpc-157');
    expect(radio(/^BPC-157/).checked).toBe(true);
    expect(chosen().textContent).toMatch(/BPC-157.*\$180\.00.*Sample: 1 sealed vial.*TAT: .+/);
    expect(list().open).toBe(false);
    expect(screen.queryByText(/That test is not in the catalog\./)).toBeNull();
  });

  it('the form says that it does not know the test in the page’s address', async () => {
    await openForm('?sku=no-such-test');
    await screen.findByText(/That test is not in the catalog\./);
  });
});

describe('the list of tests on the order form opens and closes', () => {
  it('the list closes with a choice and opens for another one, and the form keeps its text', async () => {
    await openForm();
    expect(list().open).toBe(true);
    expect(screen.queryByRole('region', { name: 'Chosen test' })).toBeNull();
    await choose(/^TB-500/);
    expect(list().open).toBe(false);
    expect(document.activeElement).toBe(change());
    await expectAddress('/request?sku=tb-500');
    fill(/^Batch code/, 'B-1');
    await user.click(change());
    expect(list().open).toBe(true);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a test' })),
    );
    await choose(/^BPC-157/);
    expect(list().open).toBe(false);
    await expectAddress('/request?sku=bpc-157');
    expect(chosen().textContent).toContain('BPC-157');
    expect(field(/^Batch code/).value).toBe('B-1');
  });

  it('choosing the same test again closes the list too', async () => {
    await openForm('?sku=bpc-157');
    await user.click(change());
    await choose(/^BPC-157/);
    expect(list().open).toBe(false);
  });

  it('the arrow keys pass through the list, and Enter closes it without submitting the order', async () => {
    signIn();
    const server = await openForm('?sku=bpc-157');
    await user.click(agree());
    await user.click(change());
    radio(/^BPC-157/).focus();
    await user.keyboard('{ArrowDown}');
    expect(radio(/^TB-500/).checked).toBe(true);
    expect(list().open).toBe(true);
    await user.keyboard('{Enter}');
    expect(list().open).toBe(false);
    expect(document.activeElement).toBe(change());
    await expectAddress('/request?sku=tb-500');
    expect(chosen().textContent).toContain('TB-500');
    expect(server.callsTo('POST /api/orders')).toEqual([]);
  });

  it('the popular tests come first, the others are in a closed part, and a search finds all of them', async () => {
    const catalog = CATALOG.map((item, place) => ({ ...item, popular_rank: place === 1 ? 1 : null }));
    await openForm('', { [CATALOG_CALL]: { data: catalog } });
    const fold = screen.getByText('Show all 3 tests').closest('details');
    expect(fold?.open).toBe(false);
    expect(fold?.contains(radio(/^TB-500/))).toBe(false);
    for (const name of [/^BPC-157/, /^Semaglutide/]) expect(fold?.contains(radio(name))).toBe(true);
    await user.type(screen.getByRole('searchbox', { name: 'Find a test' }), 'sema');
    expect(screen.queryByText('Show all 3 tests')).toBeNull();
    expect(
      screen.getAllByRole('radio', { name: /\$/ }).map((each) => each.closest('label')?.textContent),
    ).toEqual([cardOf(/^Semaglutide/)]);
  });
});

const measured: Turnaround = {
  family: 'Peptides',
  n_received: 34,
  n_open: 0,
  median_days: 5,
  interval: { low: 4, high: 6 },
  nine_of_ten_days: 6,
  nine_of_ten_interval: { low: 6, high: 11 },
  promise_text: '5-7 business days',
  is_demo: false,
};

describe('the summary of the order shows how long the test takes', () => {
  it.each([
    ['as measured', [measured], 'Usually 6 working days or fewer after receipt. How this is measured'],
    [
      'with the mark of demo figures',
      [{ ...measured, is_demo: true }],
      'after receipt (demo figure, no record of a laboratory).',
    ],
    ['as promised without figures', [], 'Promised turnaround: 5-7 business days.'],
  ])('the summary says how long the test takes, %s', async (_, data, words) => {
    await openForm('?sku=bpc-157', { 'GET /api/turnaround': { data } });
    await waitFor(() => expect(summary().textContent).toContain(words));
    expect(screen.getByRole('main').textContent).not.toMatch(/nine of ten|interval|half are done/);
    const link = within(summary()).queryByRole('link', { name: 'How this is measured' });
    expect(link?.getAttribute('href')).toBe(data.length > 0 ? '/how-it-works#turnaround' : undefined);
  });
});

describe('the order form of a signed-in user sends the order', () => {
  it('section 8: the form sends the chosen values, and an alert reports that the order failed', async () => {
    signIn();
    const said = browserAlerts();
    const server = await openForm('?sku=bpc-157', { 'POST /api/orders': away });
    await user.click(agree());
    await user.click(proceed());
    await waitFor(() => expect(said).toEqual(['Could not create request. Please try again.']));
    expect(server.callsTo('POST /api/orders').map(({ body }) => body)).toEqual([
      { skuId: CATALOG[0]?.id, quantity: 1, paymentMethod: 'stripe' },
    ]);
  });

  it('section 8: an alert reports a strange answer of the server, and a retry continues the same order', async () => {
    signIn();
    const said = browserAlerts();
    const server = await openForm('?sku=bpc-157', {
      ...ORDERED,
      [CHECKOUT]: Response.json({}, { status: 409 }),
    });
    fill(/^Batch code/, '  B-7  ');
    fill(/^Notes/, '   ');
    await user.click(agree());
    await user.click(proceed());
    await waitFor(() => expect(said).toEqual(['Could not create request. Please try again.']));
    await screen.findByRole('button', { name: 'Proceed to Checkout' });
    expect(proceed().disabled).toBe(false);

    const before = server.calls.length;
    server.answer({ [CHECKOUT]: { url: '#paid' } });
    await user.click(proceed());
    await user.click(await screen.findByRole('button', { name: 'Opening checkout…' }));
    await waitFor(() => expect(window.location.hash).toBe('#paid'));
    const sent = server.calls.slice(before).map(({ method, path, body }) => [`${method} ${path}`, body]);
    expect(sent).toEqual([
      [
        `PUT /api/orders/${ORDER}/details`,
        {
          visibility: 'private',
          public_discount_percent: 0,
          compound_name: 'BPC-157',
          batch_code: 'B-7',
        },
      ],
      [CHECKOUT, { request_id: ORDER, provider: 'stripe', amount_cents: 18_000, currency: 'usd' }],
    ]);
  });

  it('two presses of checkout before the form renders again create one order', async () => {
    signIn();
    const server = await openForm('?sku=bpc-157', { ...ORDERED, [CHECKOUT]: { url: '#twice' } });
    await user.click(agree());
    const { form } = proceed();
    form?.requestSubmit();
    form?.requestSubmit();
    await waitFor(() => expect(window.location.hash).toBe('#twice'));
    for (const call of ['POST /api/orders', CHECKOUT]) expect(server.callsTo(call)).toHaveLength(1);
  });

  it('an old price is reported beside the button, and the form keeps its input', async () => {
    signIn();
    // The form in the server's HTML, which a user has filled in before hydration.
    document.body.insertAdjacentHTML(
      'beforeend',
      '<form name="request" id="drawn"><input name="batch_code" value="EARLY-3"></form>',
    );
    const server = await openForm('?sku=bpc-157', {
      ...ORDERED,
      [CHECKOUT]: refusal('price_changed', undefined, { amount_cents: 18_100 }),
    });
    document.getElementById('drawn')?.remove();
    expect(field(/^Batch code/).value).toBe('EARLY-3');
    await user.click(agree());
    fill(/^Batch code/, 'LATER-3');
    server.answer({
      [CATALOG_CALL]: { data: CATALOG.map((item) => ({ ...item, base_price_cents: 18_100 })) },
    });
    await user.click(proceed());
    const detail = 'The price has changed. Please check the new amount.';
    await waitFor(() => expect(within(summary()).getByRole('alert').textContent).toContain(detail));
    expect(summary().textContent).toContain('$181.00');
    await waitFor(() => expect(cardOf(/^TB-500/)).toContain('$181.00'));
    expect(field(/^Batch code/).value).toBe('LATER-3');
  });
});
