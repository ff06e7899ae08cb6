import { greet, type MailText, writeLetter } from './letter.ts';

export function verifyEmail(facts: { brand: string; firstName: string; code: string }): MailText {
  return writeLetter({
    subject: `Your ${facts.brand} verification code`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: ['Enter this code to confirm your email address:'],
    code: facts.code,
    after: [
      'It works once, for 10 minutes. If you asked for several, only the newest works.',
      'If you did not open an account with this address, ignore this mail and give the code to nobody: without it the account cannot be used.',
    ],
  });
}
