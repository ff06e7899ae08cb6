import { address, code, type MailContent } from '../../../platform/mail-content.ts';
import { CODE_LIFE, greet } from './phrases.ts';

export const passwordChanged = (facts: {
  brand: string;
  firstName: string;
  resetUrl: string;
}): MailContent => ({
  subject: `Your ${facts.brand} password was changed`,
  blocks: [
    greet(facts.firstName),
    'The password of your account was just changed, and every device was signed out.',
    'If it was you, there is nothing to do. If not, somebody can read your mails: secure your mailbox first, then choose a new password here:',
    address(facts.resetUrl),
  ],
});

export const resetPassword = (facts: { brand: string; firstName: string; code: string }): MailContent => ({
  subject: `Your ${facts.brand} password reset code`,
  blocks: [
    greet(facts.firstName),
    'Enter this code to choose a new password:',
    code(facts.code),
    CODE_LIFE,
    'If you did not ask for it, ignore this mail and give the code to nobody. Your password stays as it is.',
  ],
});
