import { address, code, type MailContent } from '../../../platform/mail/mail-content.ts';
import { CODE_LIFE, greet } from './phrases.ts';

type Facts = { brand: string; firstName: string };

/** The mail with the code for the present address of an account whose owner changes the address. */
export const emailChangeHere = (
  facts: Facts & { code: string; newEmail: string; resetUrl: string },
): MailContent => ({
  subject: `Confirm the new email address of your ${facts.brand} account`,
  blocks: [
    greet(facts.firstName),
    `You asked to change the address of your account to ${facts.newEmail}. Enter this code as the one of your present address:`,
    code(facts.code),
    CODE_LIFE,
    'If you did not ask for it, give the code to nobody, and choose a new password: whoever asked knows the old one.',
    address(facts.resetUrl),
  ],
});

/** The mail with the code for the new address of an account whose owner changes the address. */
export const emailChangeThere = (facts: { brand: string; code: string }): MailContent => ({
  subject: `Confirm this email address for ${facts.brand}`,
  blocks: [
    'Hello,',
    `Somebody wants to use this address for an account at ${facts.brand}. If it is you, enter this code as the one of your new address:`,
    code(facts.code),
    CODE_LIFE,
    'If you know nothing of it, ignore this mail and give the code to nobody.',
  ],
});

/** The mail to a new address that already has an account. */
export const emailChangeTaken = (facts: Facts & { loginUrl: string }): MailContent => ({
  subject: `You already have a ${facts.brand} account`,
  blocks: [
    greet(facts.firstName),
    'Somebody, perhaps you, wanted to use this address for another account. It has one already, so nothing was changed.',
    'To sign in to it:',
    address(facts.loginUrl),
    'If it was not you, there is nothing to do.',
  ],
});

/** The mail to the old address after the change. */
export const emailChanged = (facts: Facts & { newEmail: string; helpUrl: string }): MailContent => ({
  subject: `The email address of your ${facts.brand} account was changed`,
  blocks: [
    greet(facts.firstName),
    `Your account now belongs to ${facts.newEmail}. Other devices were signed out, and no more mails come to this address.`,
    'The change was confirmed with a code from this mailbox. If that was not you, secure the mailbox, and write to us:',
    address(facts.helpUrl),
  ],
});

/** The mail to the new address after the change. */
export const emailChangedHere = (facts: Facts & { loginUrl: string }): MailContent => ({
  subject: `This is now the email address of your ${facts.brand} account`,
  blocks: [
    greet(facts.firstName),
    'From now on you sign in with this address, and our mails come here.',
    address(facts.loginUrl),
  ],
});

export const accountDeleted = (facts: Facts): MailContent => ({
  subject: `Your ${facts.brand} account was deleted`,
  blocks: [
    greet(facts.firstName),
    'Your name, address, profile and sign-ins are gone. Your orders and certificates stay, without your name: whoever has a task number and its key can still verify them.',
    'This is the last mail to this address.',
    'If it was not you, somebody knew your password: change it wherever else you use it.',
  ],
});
