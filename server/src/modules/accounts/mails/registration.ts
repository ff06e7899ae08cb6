import { address, code, type MailContent } from '../../../platform/mail/mail-content.ts';
import { CODE_LIFE } from './phrases.ts';

type Facts = { brand: string; loginUrl: string; resetUrl: string };

export const alreadyRegistered = (facts: Facts): MailContent => ({
  subject: `You already have a ${facts.brand} account`,
  blocks: [
    'Hello,',
    'Somebody, perhaps you, tried to register with this email address. It already has an account.',
    'To sign in:',
    address(facts.loginUrl),
    'If you forgot your password:',
    address(facts.resetUrl),
    'If it was not you, there is nothing to do. Nothing about your account has changed.',
  ],
});

/** The mail with the code of a registration. It contains no text of the person who typed the address. */
export const verifyEmail = (facts: { brand: string; code: string }): MailContent => ({
  subject: `Your ${facts.brand} verification code`,
  blocks: [
    'Hello,',
    'Enter this code to confirm your email address:',
    code(facts.code),
    CODE_LIFE,
    'If you did not open an account with this address, ignore this mail and give the code to nobody: without it the account cannot be used.',
  ],
});
