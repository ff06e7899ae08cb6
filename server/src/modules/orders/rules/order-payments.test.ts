import type { RequestStatus } from '@vialproof/contract/orders';
import { expect, test } from 'vitest';
import { isKept } from '../../payments/rules/refundable.ts';
import { contradiction } from './order-payments.ts';

const paid = {
  id: 'p1',
  status: 'paid',
  receivedCents: 18_000,
  heldCents: 18_000,
  isPaidFor: true,
  decision: null,
  leftAsIs: false,
};
const short = { ...paid, status: 'underpaid', isPaidFor: false, decision: 'underpaid' };
const gone = { ...paid, status: 'refunded', heldCents: 0, isPaidFor: false };
const order = (status: RequestStatus, paymentId: string | null = null) => ({
  status,
  paymentId,
  taskNumber: 1,
});

test.each([
  ['unpaid without money', order('pending_payment'), [], undefined],
  ['unpaid with the price received', order('pending_payment'), [paid], 'it is paid for'],
  ['unpaid with an underpayment that an admin sees', order('pending_payment'), [short], undefined],
  [
    'unpaid with an underpayment that no admin sees',
    order('draft'),
    [{ ...short, decision: null }],
    'is kept',
  ],
  [
    'unpaid with an underpayment that an admin dismissed',
    order('draft'),
    [{ ...short, decision: null, leftAsIs: true }],
    undefined,
  ],
  ['in progress and paid', order('awaiting_sample', 'p1'), [paid], undefined],
  ['in progress and never paid', order('received'), [], 'nothing was paid'],
  ['in progress by a missing payment', order('received', 'p2'), [paid], 'nothing was paid'],
  ['complete, refunded by an admin', order('complete', 'p1'), [gone], undefined],
  ['paid twice', order('awaiting_sample', 'p1'), [paid, { ...paid, id: 'p2' }], 'second payment'],
  ['cancelled and refunded', order('cancelled', 'p1'), [gone], undefined],
  ['cancelled and kept', order('cancelled', 'p1'), [paid], 'is kept'],
])('the ledger check judges this order by its payments: %s', (_, row, payments, said) => {
  const found = contradiction(
    row,
    payments.map((payment) => ({ ...payment, isKept: isKept(payment) })),
  );
  if (said === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(said);
});
