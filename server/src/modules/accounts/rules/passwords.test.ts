import { isStrongPassword } from '@vialproof/contract/credentials';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCommonPassword } from './passwords.ts';

const common = [
  'Password1!',
  'P@ssw0rd',
  'P@ssw0rd123!',
  'Passw0rd!2024',
  'pa$$W0rd1',
  'Pass-word1!',
  'PasswordPassword1!',
  'Qwerty123!',
  'Qwerty1?',
  'Qwertz123!',
  'Welcome2024!',
  'We1come!1',
  'Summer2024!',
  '!2024Summer',
  'Admin123!',
  'Letmein1!',
  'Changeme1!',
  'Test1234!',
  'Abcd1234!',
  'Qwer1234!',
  'Aa123456!',
  'Aaaaaaa1!',
  '1qaz@WSX',
  '1qaz!QAZ',
  '!QAZ2wsx',
  'ZAQ!2wsx',
  'Q1w2e3r4!',
  'Iloveyou1!',
  'Monkey12#',
  'Liverpool#1',
  'ＰａＳＳword1!',
];

test.each(common)('security 20: the password %s is refused as a common guess', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

const uncommon = [
  'Demo-pass-1',
  'Right-horse-7',
  'Password-9f$Kq27x',
  'blauer Hering 17 steht Kopf!',
  'Zebra.Lathe.Quorum.4',
  'xK7#tuv9Qm',
  '7-Gänse-im-Nebel',
  '正しい馬-Battery-1',
];

test.each(uncommon)('the password %s is allowed', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('security 20: a password made of a name, an address or the brand is refused for the person who has this name', () => {
  const own = ['Vialproof', 'mara.lindqvist@mail.test', 'Mara', 'Lindqvist'];
  for (const password of ['Vialproof1!', 'Mara2024!!', 'L1ndqv1st#7', 'Mara.Lindqvist1', '#Lindqvist99']) {
    expect([password, isCommonPassword(password, own)]).toEqual([password, true]);
    expect([password, isCommonPassword(password, ['Vial', 'x@y.test', 'Jo', 'Ek'])]).toEqual([
      password,
      false,
    ]);
  }
});

test('random passwords are never refused as common', () => {
  const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.:#';
  const random = fc.string({ unit: fc.constantFrom(...letters), minLength: 14, maxLength: 20 });
  fc.assert(
    fc.property(random, (password) => !isStrongPassword(password) || !isCommonPassword(password)),
    { numRuns: 500 },
  );
});
