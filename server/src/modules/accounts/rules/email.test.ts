import { Email, isLikeEmail } from '@vialproof/contract/accounts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmail, mailboxOf, normalizeEmail } from './email.ts';

test('two addresses are equal if they differ only in capitals, outer spaces or equivalent characters', () => {
  expect(normalizeEmail('  Mara＠Example.Test ')).toBe('mara@example.test');
  expect(Email.parse(' Mara＠Example.Test ')).toBe('Mara@Example.Test');
});

test.each([
  'plain',
  'a@b',
  'a@b.',
  'a@.test',
  'a@b@c.test',
  'a＠b@c.test',
  'a b@c.test',
  'a@c.test\r\nbcc: x@y.test',
  'a\u0000@c.test',
  'a@c.test,b@d.test',
  '"a"<x@y.test>',
  'a@c\u200b.test',
  `${'a'.repeat(250)}@c.test`,
])('%j is refused as an address', (text) => {
  expect(Email.safeParse(text).success).toBe(false);
  expect(isEmail(normalizeEmail(text))).toBe(false);
});

test.each([
  'me@mail.test',
  'me＠mail.test',
  'me (at) mail.test',
  'me [at] mail [dot] test',
  'me at mail dot test',
  'me at mail.test',
])('the text %s is refused as a display name', (name) => expect(isLikeEmail(name)).toBe(true));

test.each(['Quiet Heron 4821', 'Look at me', 'M. at Lab', 'Dr. Who', 'Anne-Marie d’Or'])(
  'the text %s is accepted as a display name',
  (name) => expect(isLikeEmail(name)).toBe(false),
);

test('%s is an invalid display name', () => {
  const domain = fc.constantFrom(
    'mail.test',
    'Bücher.test',
    'xn--bcher-kva.test',
    'ＭＡＩＬ.test',
    'пример.test',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), domain, (local, where) => {
      const once = normalizeEmail(`${local}@${where}`);
      expect(normalizeEmail(once)).toBe(once);
      expect(normalizeEmail(`${once.slice(0, once.lastIndexOf('@'))}@${where.toUpperCase()}`)).toBe(once);
    }),
    // Normalizing turns this character into a space and another one.
    { examples: [['\ufe49', 'mail.test']] },
  );
});

test.each([
  ['ann@example.test', 'ann@example.test'],
  ['ann+t1@example.test', 'ann@example.test'],
  ['ann+t1+t2@example.test', 'ann@example.test'],
])('mails to %s reach the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
