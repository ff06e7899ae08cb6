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
