import { expect, it } from 'vitest';
import type { MailContent } from '../../../platform/mail/mail-content.ts';
import { layOutMail } from '../../../platform/mail/mail-layout.ts';
import * as account from './account-changes.ts';
import { passwordChanged, resetPassword } from './passwords.ts';
import { greet } from './phrases.ts';
import { alreadyRegistered, verifyEmail } from './registration.ts';
import * as security from './security.ts';

const HOUSE = 'https://brand.example';
const facts = {
  brand: 'Brand',
  firstName: 'Ada',
  code: '123456',
  codes: [{ code: '123456', device: 'Firefox on Linux', askedAt: new Date('2026-11-26T14:05:00Z') }],
  newEmail: 'new@mail.test',
  loginUrl: `${HOUSE}/login`,
  resetUrl: `${HOUSE}/reset-password`,
  securityUrl: `${HOUSE}/dashboard/profile/security`,
  helpUrl: `${HOUSE}/help`,
  device: 'Firefox on Linux',
  address: '203.0.113.9',
  at: '2026-11-21T23:04:00Z',
  left: 3,
  provider: 'Google',
};
/** Every mail about an account, and whether it contains a one-time code. */
const LETTERS: [name: string, letter: MailContent, hasCode: boolean][] = [
  ['verify', verifyEmail(facts), true],
  ['reset', resetPassword(facts), true],
  [
    'reset, asked for in several browsers',
    resetPassword({
      ...facts,
      codes: [
        ...facts.codes,
        { code: '654321', device: 'Unknown device', askedAt: new Date('2026-11-26T14:03:00Z') },
      ],
    }),
    true,
  ],
  ['password changed', passwordChanged(facts), false],
  ['new sign-in', security.newSignIn(facts), false],
  ['email change, present address', account.emailChangeHere(facts), true],
  ['email change, new address', account.emailChangeThere(facts), true],
  ['email change, taken address', account.emailChangeTaken(facts), false],
  ['email changed, old address', account.emailChanged(facts), false],
  ['email changed, new address', account.emailChangedHere(facts), false],
  ['second factor on', security.secondFactorOn(facts), false],
  ['second factor off', security.secondFactorOff(facts), false],
  ['recovery code used', security.recoveryCodeUsed(facts), false],
  ['provider linked', security.providerLinked(facts), false],
  ['passkey added', security.passkeyAdded({ ...facts, name: 'Telephone' }), false],
  ['passkey removed', security.passkeyRemoved({ ...facts, name: 'Telephone' }), false],
  ['all passkeys removed', security.passkeyRemoved({ ...facts, name: null }), false],
  ['passkey with the name of a site', security.passkeyAdded({ ...facts, name: 'evil.example' }), false],
  ['already registered', alreadyRegistered(facts), false],
  ['account deleted', account.accountDeleted(facts), false],
];

const addresses = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([address]) => address).sort();

it.each(LETTERS)(
  'the mail “%s” has the same words in text and HTML, and contains no tracking',
  async (_, letter, hasCode) => {
    const { subject, text, html } = await layOutMail({ name: facts.brand }, letter);
    const shown = html.slice(html.indexOf('<body')).replace(/<[^>]+>/g, ' ');
    for (const paragraph of text.split('\n\n').slice(0, -1)) {
      expect(shown.replace(/\s+/g, ' ')).toContain(paragraph.trim());
    }
    // Opening the mail loads nothing, and no link shows who reads it.
    expect(html).not.toMatch(/<(img|script|link|iframe|table)|url\(|\bsrc=|@import/i);
    const linked = [...html.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address).sort();
    expect(linked).toEqual(addresses(text));
    for (const address of linked) expect(address).toMatch(/^https:\/\/brand\.example\/[a-z/-]+$/);
    // Mail programs without HTML show simple lines. The code has its own line.
    expect(text).not.toMatch(/<[a-z/]|&[a-z#]/i);
    expect(text.startsWith(`${subject}\n\nHello`)).toBe(true);
    expect(/^ {4}123456$/m.test(text)).toBe(hasCode);
    expect(subject).not.toContain(facts.code);
  },
);

it.each([
  'http://evil.example/login',
  'evil.example',
  'evil．example',
  'evil。example',
  'evil.example now',
  '10.0.0.1',
  'mailto:me',
  'me@home',
  'one/two',
  'one\\two',
])('security 5: the greeting of a mail omits %s, because a mail program would make it a link', (name) => {
  expect(greet(name)).toBe('Hello,');
});

it.each(['Ada', 'Dr. Ada', 'Ada M.', 'Zoë-Anne', 'محمد', '山田', "O'Neill"])(
  'a mail greets its reader as %s',
  (name) => {
    expect(greet(name)).toBe(`Hello ${name},`);
  },
);
