import { CARD, CRYPTO } from '@vialproof/contract/payment-methods';
import { expect, it } from 'vitest';
import { greeting } from './greeting.ts';

const address = 'http://localhost:3000';
const trial = {
  brandName: 'Vialproof',
  seedDemo: true,
  virusScanAddress: undefined,
  smtpUrl: undefined,
  remarks: ['POOL_SIZ is no setting. Is POOL_SIZE meant?'],
  sandboxMethods: [CARD, CRYPTO],
};
const real = {
  ...trial,
  seedDemo: false,
  virusScanAddress: { host: 'scanner', port: 3310 },
  smtpUrl: 'smtp://mail.example',
  remarks: [],
  sandboxMethods: [],
};

it.each([
  [[CARD, CRYPTO], 'Payments by card and by crypto are in TEST MODE'],
  [[CARD], 'Payments by card are in TEST MODE'],
  [[CRYPTO], 'Payments by crypto are in TEST MODE'],
])('at its start, the server prints which payments use no real money: %s', (sandboxMethods, words) => {
  expect(greeting({ ...real, sandboxMethods }, address)).toContain(words);
});

it('at its start, a completely configured server prints only its address', () => {
  expect(greeting(real, address)).toBe('\nVialproof is at http://localhost:3000\n\n\n');
  for (const missing of ['Is POOL_SIZE meant?', '@demo.test', 'not scanned for viruses', '/dev/mail'])
    expect(greeting(trial, address)).toContain(missing);
});
