import { address, type MailContent, moment } from '../../../platform/mail/mail-content.ts';
import { greet, namePasskey } from './phrases.ts';

type Facts = { brand: string; firstName: string; resetUrl: string; securityUrl: string };
const NOT_YOU = 'If it was not you, choose a new password at once; that signs every device out:';

export const newSignIn = (facts: Facts & { device: string; address: string; at: string }): MailContent => ({
  subject: `New sign-in to your ${facts.brand} account`,
  blocks: [
    greet(facts.firstName),
    'Somebody signed in to your account with a browser that we had not seen before:',
    `${facts.device}, from ${facts.address}, on ${moment(new Date(facts.at))}.`,
    'If it was you, there is nothing to do.',
    NOT_YOU,
    address(facts.resetUrl),
  ],
});

export const secondFactorOn = (facts: Facts): MailContent => ({
  subject: `Two-step sign-in is on for your ${facts.brand} account`,
  blocks: [
    greet(facts.firstName),
    'From now on, signing in asks for a code of your authenticator as well. Every other device was signed out.',
    'Keep the recovery codes where you find them without your phone: each lets you in once.',
    NOT_YOU,
    address(facts.resetUrl),
  ],
});

export const secondFactorOff = (facts: Facts): MailContent => ({
  subject: `Two-step sign-in is off for your ${facts.brand} account`,
  blocks: [
    greet(facts.firstName),
    'Signing in asks for no second code any more. Old recovery codes no longer work. You can switch it on again here:',
    address(facts.securityUrl),
    NOT_YOU,
    address(facts.resetUrl),
  ],
});

export const recoveryCodeUsed = (facts: Facts & { left: number }): MailContent => ({
  subject: `A recovery code of your ${facts.brand} account was used`,
  blocks: [
    greet(facts.firstName),
    `One of your recovery codes was used in the place of your authenticator. ${facts.left === 1 ? 'One is left.' : `${facts.left} are left.`}`,
    'You can make new ones here:',
    address(facts.securityUrl),
    NOT_YOU,
    address(facts.resetUrl),
  ],
});

export const providerLinked = (facts: Facts & { provider: string }): MailContent => ({
  subject: `You can now sign in to ${facts.brand} with ${facts.provider}`,
  blocks: [
    greet(facts.firstName),
    `A ${facts.provider} account with your email address was used to sign in, and is linked with your account now.`,
    'If it was you, there is nothing to do. You can unlink it here:',
    address(facts.securityUrl),
    `If it was not you, somebody can use your ${facts.provider} account. Secure it first, then unlink it.`,
  ],
});

export const passkeyAdded = (facts: Facts & { name: string }): MailContent => ({
  subject: `A passkey was added to your ${facts.brand} account`,
  blocks: [
    greet(facts.firstName),
    `${namePasskey(facts.name)} was added. A person who has its device and can unlock it can sign in to your account.`,
    'If it was you, there is nothing to do. You can remove it here:',
    address(facts.securityUrl),
    'If it was not you, remove it, and choose a new password at once; that signs every device out:',
    address(facts.resetUrl),
  ],
});

/** `name`: null if all passkeys were removed for the owner. */
export const passkeyRemoved = (facts: Facts & { name: string | null }): MailContent => ({
  subject:
    facts.name === null
      ? `The passkeys of your ${facts.brand} account were removed`
      : `A passkey was removed from your ${facts.brand} account`,
  blocks: [
    greet(facts.firstName),
    facts.name === null
      ? 'All your passkeys were removed, and every device was signed out. None of them lets anybody in any more.'
      : `${namePasskey(facts.name)} was removed. It lets nobody in any more.`,
    'You can add a passkey here:',
    address(facts.securityUrl),
    NOT_YOU,
    address(facts.resetUrl),
  ],
});
