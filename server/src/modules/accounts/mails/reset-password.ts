import { greet, type MailText, writeLetter } from './letter.ts';

export function resetPassword(facts: { brand: string; firstName: string; code: string }): MailText {
  return writeLetter({
    subject: `Your ${facts.brand} password reset code`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: ['Enter this code to choose a new password:'],
    code: facts.code,
    after: [
      'It works once, for 10 minutes. If you asked for several, only the newest works.',
      'If you did not ask for it, ignore this mail and give the code to nobody. Your password stays as it is.',
    ],
  });
}
