import { CODE_LIFE } from '../rules/codes.ts';
import { type MailText, writeLetter } from './letter.ts';

type Facts = { brand: string; loginUrl: string; resetUrl: string };

export function alreadyRegistered(facts: Facts): MailText {
  return writeLetter({
    subject: `You already have a ${facts.brand} account`,
    brand: facts.brand,
    greeting: 'Hello,',
    before: ['Somebody, perhaps you, tried to register with this email address. It already has an account.'],
    after: [
      'To sign in:',
      facts.loginUrl,
      'If you forgot your password:',
      facts.resetUrl,
      'If it was not you, there is nothing to do. Nothing about your account has changed.',
    ],
  });
}

/** To an address that nobody has proved: nothing in it was typed by whoever gave the address. */
export function verifyEmail(facts: { brand: string; code: string }): MailText {
  return writeLetter({
    subject: `Your ${facts.brand} verification code`,
    brand: facts.brand,
    greeting: 'Hello,',
    before: ['Enter this code to confirm your email address:'],
    code: facts.code,
    after: [
      CODE_LIFE,
      'If you did not open an account with this address, ignore this mail and give the code to nobody: without it the account cannot be used.',
    ],
  });
}
