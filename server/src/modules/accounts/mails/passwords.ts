import { CODE_LIFE } from '../rules/codes.ts';
import { greet, type MailText, writeLetter } from './letter.ts';

export function passwordChanged(facts: { brand: string; firstName: string; resetUrl: string }): MailText {
  return writeLetter({
    subject: `Your ${facts.brand} password was changed`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: ['The password of your account was just changed, and every device was signed out.'],
    after: [
      'If it was you, there is nothing to do. If not, somebody can read your mails: secure your mailbox first, then choose a new password here:',
      facts.resetUrl,
    ],
  });
}

export function resetPassword(facts: { brand: string; firstName: string; code: string }): MailText {
  return writeLetter({
    subject: `Your ${facts.brand} password reset code`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: ['Enter this code to choose a new password:'],
    code: facts.code,
    after: [
      CODE_LIFE,
      'If you did not ask for it, ignore this mail and give the code to nobody. Your password stays as it is.',
    ],
  });
}
