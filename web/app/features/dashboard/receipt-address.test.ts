import { expect, it } from 'vitest';
import { receiptAddress } from './receipt-address';

const origin = 'https://lab.test';

it.each([
  ['https://pay.test/receipts/1', { href: 'https://pay.test/receipts/1', isOurs: false }],
  ['https://lab.test/dashboard/billing/1/receipt', { href: '/dashboard/billing/1/receipt', isOurs: true }],
  ['https://lab.test/sandbox/receipts/1', { href: 'https://lab.test/sandbox/receipts/1', isOurs: false }],
])('the receipt address %s becomes a link', (address, link) => {
  expect(receiptAddress(address, origin)).toEqual(link);
});

it.each([
  null,
  '',
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,x',
  'https://',
  'file:///etc/passwd',
])('security 2: the receipt address %s does not become a link', (address) => {
  expect(receiptAddress(address, origin)).toBeNull();
});
