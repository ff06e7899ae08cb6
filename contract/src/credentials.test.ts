import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail, isPhone, passwordProblem } from './credentials.ts';

test('the phone check accepts common formats of phone numbers, and an empty one', () => {
  for (const text of [
    '',
    '  ',
    '+1 555 0100',
    '(020) 7946 0018',
    '0049-30-123456',
    '+1 555 0100 ext. 12',
    '０３-１２３４-５６７８',
  ])
    expect([text, isPhone(text)]).toEqual([text, true]);
  for (const text of ['abc', '12', '+', 'call me', '555-0100 after six', '+1 555 0100 +2', '1'.repeat(21)])
    expect([text, isPhone(text)]).toEqual([text, false]);
});

test('the phone check refuses letters, except those of an extension', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('a', 'Z', 'é', '@', '<'), fc.string(), (before, sign, after) => {
      expect(isPhone(`1${before}${sign}${after}23456`)).toBe(false);
    }),
  );
});

test('the e-mail check refuses a domain without a name before it', () => {
  for (const text of ['john.example.com', 'john@', '@example.com', 'john@example'])
    expect(isEmail(text)).toBe(false);
  expect(isEmail('john@example.com')).toBe(true);
});

test('the message for a weak password names the kinds of characters that are missing; for a too long one it names the limit', () => {
  const of = (length: number) => `Aa1!${'x'.repeat(length - 4)}`;
  expect([of(8), of(128)].map(passwordProblem)).toEqual([undefined, undefined]);
  expect(passwordProblem(of(129))).toBe('A password has at most 128 characters.');
  expect(passwordProblem(of(7))).toMatch(/^Password must be 8\+ characters/);
});
