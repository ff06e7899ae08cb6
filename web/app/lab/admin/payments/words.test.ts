import { amountWords } from '@vialproof/science/money/money';
import { expect, it } from 'vitest';
import { decisionText } from './words';

const payment = {
  id: '',
  created_at: '',
  subject: { kind: 'order' as const, id: '' },
  reference: '10001',
  description: 'BPC-157',
  customer_email: '',
  provider: 'coinbase' as const,
  status: 'underpaid' as const,
  decision: 'underpaid' as const,
  amount_cents: 18_000,
  currency: 'usd',
  received_cents: 9_000,
  received_currency: 'usd',
  refunded_cents: 0,
  settled_at: null,
};

it('an amount is written with its currency', () => {
  expect(amountWords(125_050, 'usd')).toBe('$1,250.50');
  expect(amountWords(125_050, 'usdc')).toBe('1,250.50 USDC');
  expect(amountWords(0, null)).toBe('$0.00');
});

it('a payment that waits for an admin shows the received and the expected amount', () => {
  expect(decisionText(payment)).toMatch(/^\$90\.00 of \$180\.00 arrived\./);
  expect(decisionText({ ...payment, received_currency: 'eur' })).toMatch(
    /^90\.00 EUR arrived, but \$180\.00 was due/,
  );
  expect(decisionText({ ...payment, decision: null })).toBe('');
});
