import { expect, it } from 'vitest';
import { greeting } from './greeting.ts';

const address = 'http://localhost:3000';
const trial = {
  brandName: 'Vialproof',
  seedDemo: true,
  virusScanAddress: undefined,
  smtpUrl: undefined,
  remarks: ['POOL_SIZ is no setting. Is POOL_SIZE meant?'],
  stripe: { sandbox: true },
  coinbase: { sandbox: true },
};
const real = {
  ...trial,
  seedDemo: false,
  virusScanAddress: { host: 'scanner', port: 3310 },
  smtpUrl: 'smtp://mail.example',
  remarks: [],
  stripe: { sandbox: false },
  coinbase: { sandbox: false },
};

it.each([
  [true, true, 'Payments by card and by crypto are in TEST MODE'],
  [true, false, 'Payments by card are in TEST MODE'],
  [false, true, 'Payments by crypto are in TEST MODE'],
])('says which payments take no real money: card %s, crypto %s', (card, crypto, words) => {
  const config = { ...real, stripe: { sandbox: card }, coinbase: { sandbox: crypto } };
  expect(greeting(config, address)).toContain(words);
});

it('the greeting of an installation that lacks nothing says its address alone', () => {
  expect(greeting(real, address)).toBe('\nVialproof is at http://localhost:3000\n\n\n');
  for (const missing of ['Is POOL_SIZE meant?', '@demo.test', 'not scanned for viruses', '/dev/mail'])
    expect(greeting(trial, address)).toContain(missing);
});
