import { CODE_LIFE } from '../rules/codes.ts';
import { greet, type MailText, writeLetter } from './letter.ts';

type Facts = { brand: string; firstName: string };

/** To the present address, with its code. */
export function emailChangeHere(
  facts: Facts & { code: string; newEmail: string; resetUrl: string },
): MailText {
  return writeLetter({
    subject: `Confirm the new email address of your ${facts.brand} account`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: [
      `You asked to change the address of your account to ${facts.newEmail}. Enter this code as the one of your present address:`,
    ],
    code: facts.code,
    after: [
      CODE_LIFE,
      'If you did not ask for it, give the code to nobody, and choose a new password: whoever asked knows the old one.',
      facts.resetUrl,
    ],
  });
}

/** To the new address, with its code. */
export function emailChangeThere(facts: Facts & { code: string }): MailText {
  return writeLetter({
    subject: `Confirm this email address for ${facts.brand}`,
    brand: facts.brand,
    greeting: 'Hello,',
    before: [
      `Somebody wants to use this address for an account at ${facts.brand}. If it is you, enter this code as the one of your new address:`,
    ],
    code: facts.code,
    after: [CODE_LIFE, 'If you know nothing of it, ignore this mail and give the code to nobody.'],
  });
}

/** To a new address that has an account of its own. */
export function emailChangeTaken(facts: Facts & { loginUrl: string }): MailText {
  return writeLetter({
    subject: `You already have a ${facts.brand} account`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: [
      'Somebody, perhaps you, wanted to use this address for another account. It has one already, so nothing was changed.',
    ],
    after: ['To sign in to it:', facts.loginUrl, 'If it was not you, there is nothing to do.'],
  });
}

/** To the old address. */
export function emailChanged(facts: Facts & { newEmail: string; helpUrl: string }): MailText {
  return writeLetter({
    subject: `The email address of your ${facts.brand} account was changed`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: [
      `Your account now belongs to ${facts.newEmail}. Other devices were signed out, and no more mails come to this address.`,
    ],
    after: [
      'The change was confirmed with a code from this mailbox. If that was not you, secure the mailbox, and write to us:',
      facts.helpUrl,
    ],
  });
}

/** To the new address. */
export function emailChangedHere(facts: Facts & { loginUrl: string }): MailText {
  return writeLetter({
    subject: `This is now the email address of your ${facts.brand} account`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: ['From now on you sign in with this address, and our mails come here.'],
    after: [facts.loginUrl],
  });
}

export function accountDeleted(facts: Facts): MailText {
  return writeLetter({
    subject: `Your ${facts.brand} account was deleted`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: [
      'Your name, address, profile and sign-ins are gone. Your orders and certificates stay, without your name: whoever has a task number and its key can still verify them.',
      'This is the last mail to this address.',
    ],
    after: ['If it was not you, somebody knew your password: change it wherever else you use it.'],
  });
}
