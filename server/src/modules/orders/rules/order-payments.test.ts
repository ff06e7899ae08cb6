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
  ['unpaid with the price here', order('pending_payment'), [paid], 'it is paid for'],
  ['unpaid with too little, which an admin knows', order('pending_payment'), [short], undefined],
  ['unpaid with too little, which nobody knows', order('draft'), [{ ...short, decision: null }], 'is kept'],
  [
    'unpaid with too little, which an admin left',
    order('draft'),
    [{ ...short, decision: null, leftAsIs: true }],
    undefined,
  ],
  ['under way and paid', order('awaiting_sample', 'p1'), [paid], undefined],
  ['under way and never paid', order('received'), [], 'nothing was paid'],
  ['under way by a payment that never came', order('received', 'p2'), [paid], 'nothing was paid'],
  ['complete, its money given back as a favour', order('complete', 'p1'), [gone], undefined],
  ['paid twice', order('awaiting_sample', 'p1'), [paid, { ...paid, id: 'p2' }], 'second payment'],
  ['cancelled and returned', order('cancelled', 'p1'), [gone], undefined],
  ['cancelled and kept', order('cancelled', 'p1'), [paid], 'is kept'],
])('%s', (_, row, payments, said) => {
  const found = contradiction(
    row,
    payments.map((payment) => ({ ...payment, isKept: isKept(payment) })),
  );
  if (said === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(said);
});
