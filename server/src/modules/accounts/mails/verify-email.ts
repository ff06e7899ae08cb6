import { type MailText, writeLetter } from './letter.ts';

/** To an address that nobody has proved: nothing in it was typed by whoever gave the address. */
export function verifyEmail(facts: { brand: string; code: string }): MailText {
  return writeLetter({
    subject: `Your ${facts.brand} verification code`,
    brand: facts.brand,
    greeting: 'Hello,',
    before: ['Enter this code to confirm your email address:'],
    code: facts.code,
    after: [
      'It works once, for 10 minutes. If you asked for several, only the newest works.',
      'If you did not open an account with this address, ignore this mail and give the code to nobody: without it the account cannot be used.',
    ],
  });
}
