import { screen, within } from '@testing-library/react';
import type { Payment } from '@vialproof/contract/checkout';
import type { Invoice } from '@vialproof/contract/invoices';
import { describe, expect, it } from 'vitest';
import { idOf } from '../testing/answers';
import { heading, openPage, signIn } from '../testing/open-page';
import * as billing from './dashboard-billing';
import * as invoicePage from './dashboard-invoice';

const AT = '2026-11-23T08:00:00.000Z';
const pages = { '/dashboard/billing': billing, '/dashboard/billing/:id/invoice': invoicePage };
const paid: Payment = {
  id: idOf(1),
  created_at: AT,
  kind: 'order',
  sku_name: 'BPC-157',
  provider: 'stripe',
  status: 'paid',
  amount_cents: 15_300,
  order_id: idOf(11),
  group_id: null,
  task_number: 10_011,
  received_cents: 15_300,
  received_currency: 'usd',
  refunded_cents: 0,
  refunding_cents: 0,
  receipt_url: null,
};
const pending: Payment = { ...paid, status: 'pending', received_cents: 0, received_currency: null };

/** The only row of the table of payments. */
async function rowOf(payment: Payment) {
  signIn();
  openPage('/dashboard/billing', pages, { 'GET /api/me/payments': { items: [payment] } });
  await heading('Billing');
  const [, row] = await screen.findAllByRole('row');
  if (!row) throw new Error('no payment is listed');
  return row;
}

describe('the billing page shows what came and what went back', () => {
  it('a paid payment says nothing of returned money, and offers no payment', async () => {
    const row = await rowOf(paid);
    expect(row.textContent).not.toContain('Paid and returned');
    expect(within(row).queryByRole('link', { name: /^Pay/ })).toBeNull();
  });

  it('a payment of which a part went back says what came and what went back', async () => {
    const row = await rowOf({ ...paid, received_cents: 16_830, refunded_cents: 1_530 });
    for (const words of ['Paid and returned', 'Paid$168.30', 'Returned$15.30', 'Balance$153.00'])
      expect(row.textContent).toContain(words);
  });

  it('an underpaid payment says what came and what was asked', async () => {
    const row = await rowOf({ ...paid, status: 'underpaid', received_cents: 10_000 });
    expect(row.textContent).toContain('$100.00 came where $153.00 was due.');
    expect(row.textContent).not.toContain('Paid and returned');
  });

  it.each([
    [pending, `/dashboard/tests/${idOf(11)}`],
    [
      { ...pending, kind: 'group_share' as const, order_id: null, group_id: idOf(12) },
      `/group-tests/${idOf(12)}`,
    ],
    [{ ...pending, kind: 'showcase' as const }, `/dashboard/showcases?request_id=${idOf(11)}`],
  ])('a pending payment links to the page on which it is paid', async (payment, address) => {
    const row = await rowOf(payment);
    expect(within(row).getByRole('link', { name: /^Pay/ }).getAttribute('href')).toBe(address);
  });

  it('a payment that is being processed offers no second payment', async () => {
    const row = await rowOf({ ...pending, status: 'processing' });
    expect(within(row).queryByRole('link', { name: /^Pay/ })).toBeNull();
  });
});

const invoice: Invoice = {
  number: 'INV-000001',
  issued_at: AT,
  payment_id: idOf(1),
  order_id: idOf(11),
  reference: '10011',
  seller: { brand: 'Brand', name: 'Laboratory', address: 'Street 1' },
  buyer: { name: 'Buyer', company: null, email: 'buyer@example.test' },
  lines: [
    {
      description: 'BPC-157',
      quantity: 1,
      unit_cents: 15_300,
      amount_cents: 15_300,
      list_cents: 18_000,
      discount_cents: 2_700,
    },
  ],
  total_cents: 15_300,
  currency: 'usd',
  paid_at: AT,
  provider: 'stripe',
  provider_reference: null,
  notes: [],
  balance_cents: 15_300,
};

describe('the invoice shows the discount', () => {
  const open = async (given: Invoice) => {
    signIn();
    openPage(`/dashboard/billing/${idOf(1)}/invoice`, pages, {
      [`GET /api/me/payments/${idOf(1)}/invoice`]: { data: given },
    });
    await screen.findByText('INV-000001');
    return screen.getByRole('main').textContent;
  };

  it('an invoice with a discount shows list price, discount and total', async () => {
    expect(await open(invoice)).toMatch(
      /BPC-157Task #100111\$180\.00Discount for a public test-\$27\.00Total \(USD\)\$153\.00/,
    );
  });

  it('an invoice without a discount shows one amount', async () => {
    const [line] = invoice.lines;
    if (!line) throw new Error('no line');
    const { list_cents: _, discount_cents: __, ...plain } = line;
    const text = await open({ ...invoice, lines: [plain] });
    expect(text).toContain('$153.00Total (USD)$153.00');
    expect(text).not.toContain('Discount');
  });
});
