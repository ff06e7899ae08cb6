import { expect, it } from 'vitest';
import { greeting } from './greeting.ts';

const address = 'http://localhost:3000';
const trial = {
  brandName: 'Vialproof',
  seedDemo: true,
  virusScanAddress: undefined,
  smtpUrl: undefined,
  stripe: { sandbox: true },
  coinbase: { sandbox: true },
};

it('tells the address, the sign-ins, what is in test mode and where mail goes', () => {
  const words = greeting(trial, address);
  for (const part of [
    'Vialproof is at http://localhost:3000',
    'reviewer@demo.test',
    'Demo-pass-1',
    'by card and by crypto are in TEST MODE',
    'http://localhost:3000/dev/mail',
  ])
    expect(words).toContain(part);
});

it('says which payments take no real money when the others do', () => {
  expect(greeting({ ...trial, stripe: { sandbox: false } }, address)).toContain(
    'Payments by crypto are in TEST MODE',
  );
  const real = greeting({ ...trial, stripe: { sandbox: false }, coinbase: { sandbox: false } }, address);
  expect(real).not.toContain('TEST MODE');
});

it('of an installation without demo no sign-in', () => {
  expect(greeting({ ...trial, seedDemo: false }, address)).not.toContain('demo');
});
