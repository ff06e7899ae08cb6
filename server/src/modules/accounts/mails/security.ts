import { greet, type MailText, writeLetter } from './letter.ts';

type Facts = { brand: string; firstName: string; resetUrl: string; securityUrl: string };
const NOT_YOU = 'If it was not you, choose a new password at once; that signs every device out:';

/** '21 November 2026, 23:04 UTC': the one time zone that needs no guess. */
function moment(iso: string): string {
  return `${new Date(iso).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  })} UTC`.replace(' at ', ', ');
}

export function newSignIn(facts: Facts & { device: string; address: string; at: string }): MailText {
  return writeLetter({
    subject: `New sign-in to your ${facts.brand} account`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: [
      'Somebody signed in to your account with a browser that we had not seen before:',
      `${facts.device}, from ${facts.address}, on ${moment(facts.at)}.`,
    ],
    after: ['If it was you, there is nothing to do.', NOT_YOU, facts.resetUrl],
  });
}

export function secondFactorOn(facts: Facts): MailText {
  return writeLetter({
    subject: `Two-step sign-in is on for your ${facts.brand} account`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: [
      'From now on, signing in asks for a code of your authenticator as well. Every other device was signed out.',
      'Keep the recovery codes where you find them without your phone: each lets you in once.',
    ],
    after: [NOT_YOU, facts.resetUrl],
  });
}

export function secondFactorOff(facts: Facts): MailText {
  return writeLetter({
    subject: `Two-step sign-in is off for your ${facts.brand} account`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: [
      'Signing in asks for no second code any more. Old recovery codes no longer work. You can switch it on again here:',
      facts.securityUrl,
    ],
    after: [NOT_YOU, facts.resetUrl],
  });
}

export function recoveryCodeUsed(facts: Facts & { left: number }): MailText {
  const left = facts.left === 1 ? 'One is left.' : `${facts.left} are left.`;
  return writeLetter({
    subject: `A recovery code of your ${facts.brand} account was used`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: [`One of your recovery codes was used in the place of your authenticator. ${left}`],
    after: ['You can make new ones here:', facts.securityUrl, NOT_YOU, facts.resetUrl],
  });
}

export function providerLinked(facts: Facts & { provider: string }): MailText {
  return writeLetter({
    subject: `You can now sign in to ${facts.brand} with ${facts.provider}`,
    brand: facts.brand,
    greeting: greet(facts.firstName),
    before: [
      `A ${facts.provider} account with your email address was used to sign in, and is linked with your account now.`,
    ],
    after: [
      'If it was you, there is nothing to do. You can unlink it here:',
      facts.securityUrl,
      `If it was not you, somebody can use your ${facts.provider} account. Secure it first, then unlink it.`,
    ],
  });
}
