import { randomUUID } from 'node:crypto';
import { CODE_SECONDS } from '@vialproof/contract/mailed-codes';
import { secondsAfter } from '../../../platform/clock.ts';
import type { MailContent } from '../../../platform/mail/mail-content.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { findUser, findUserByEmail, lockUser } from '../accounts.store.ts';
import type { CodePurpose, UserRow } from '../accounts.tables.ts';
import { insertCode, voidCodesOf } from '../codes.store.ts';
import { type EmailSide, findEmailChange, setEmailCode } from '../email-change.store.ts';
import * as changes from '../mails/account-changes.ts';
import { type CodeOfBrowser, passwordChanged, resetPassword } from '../mails/passwords.ts';
import { alreadyRegistered, verifyEmail } from '../mails/registration.ts';
import * as security from '../mails/security.ts';
import { macOf, newCode } from '../rules/codes.ts';
import type { AccountMail, CodeMail, ResetAsk } from './enqueue-mail.ts';

type OwnersJob = Exclude<
  CodeMail | AccountMail,
  { kind: 'email_change' | 'email_changed' | 'account_deleted' }
>;

/**
 * Sends the mail of a job; nothing is sent if the account is gone. These mails are also sent to people who want no
 * news.
 */
export async function sendMail(ctx: AccountsContext, job: CodeMail | AccountMail): Promise<void> {
  const { db, config } = ctx.platform;
  const brand = config.brandName;
  if (job.kind === 'email_change') return deliverChangeCode(ctx, job.changeId, job.side, job.eventId);
  if (job.kind === 'account_deleted') {
    return deliver(ctx, job.to, changes.accountDeleted({ brand, firstName: job.firstName }), job.eventId);
  }
  if (job.kind === 'email_changed') {
    const owner = await findUser(db.orm, job.userId);
    if (owner?.deletedAt) return;
    const facts = { brand, firstName: job.firstName, ...urlsOf(ctx) };
    const letter =
      job.newEmail === null
        ? changes.emailChangedHere(facts)
        : changes.emailChanged({ ...facts, newEmail: job.newEmail, helpUrl: config.links.discord });
    return deliver(ctx, job.to, letter, job.eventId);
  }
  // A registration has no account yet, so its job names an address.
  const user =
    'userId' in job ? await findUser(db.orm, job.userId) : await findUserByEmail(db.orm, job.email);
  if (user && !user.disabledAt) await sendToOwner(ctx, user, job);
}

/** Sends the mail to the account's present address. */
async function sendToOwner(ctx: AccountsContext, user: UserRow, job: OwnersJob): Promise<void> {
  const brand = ctx.platform.config.brandName;
  const facts = { brand, firstName: user.firstName, ...urlsOf(ctx) };
  const write = (letter: MailContent) => deliver(ctx, user.email, letter, job.eventId);
  switch (job.kind) {
    case 'password_changed':
      return write(passwordChanged(facts));
    case 'second_factor_on':
      return write(security.secondFactorOn(facts));
    case 'second_factor_off':
      return write(security.secondFactorOff(facts));
    case 'new_sign_in':
      return write(security.newSignIn({ ...facts, device: job.device, address: job.address, at: job.at }));
    case 'recovery_code_used':
      return write(security.recoveryCodeUsed({ ...facts, left: job.left }));
    case 'provider_linked':
      return write(security.providerLinked({ ...facts, provider: job.provider }));
    case 'passkey_added':
      return write(security.passkeyAdded({ ...facts, name: job.name }));
    case 'passkey_removed':
      return write(security.passkeyRemoved({ ...facts, name: job.name }));
    case 'reset':
      return deliverResetCodes(ctx, user, job.asks);
    case 'registration':
      return user.emailVerifiedAt
        ? write(alreadyRegistered({ brand, ...urlsOf(ctx) }))
        : deliverVerifyCode(ctx, user);
    case 'resend':
      return user.emailVerifiedAt ? undefined : deliverVerifyCode(ctx, user);
  }
}

/** Mails the code of a registration; the earlier code stops working. */
async function deliverVerifyCode(ctx: AccountsContext, user: UserRow): Promise<void> {
  const { db, config } = ctx.platform;
  const made = await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    return issueCode(ctx, tx, user, 'verify_email', null);
  });
  const letter = verifyEmail({ brand: config.brandName, code: made.code });
  await deliver(ctx, user.email, letter, made.id, made.expiresAt);
}

/** Mails a code for each browser that asked; the browser's earlier code stops working. */
async function deliverResetCodes(ctx: AccountsContext, user: UserRow, asks: ResetAsk[]): Promise<void> {
  const { db, config } = ctx.platform;
  const made = await db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const codes: (Awaited<ReturnType<typeof issueCode>> & CodeOfBrowser)[] = [];
    for (const { browser, device, askedAt } of asks) {
      const code = await issueCode(ctx, tx, user, 'reset_password', Buffer.from(browser, 'base64url'));
      codes.push({ ...code, device, askedAt: new Date(askedAt) });
    }
    return codes;
  });
  const [first] = made;
  if (!first) return;
  // If the account is not verified, a stranger may have typed the name.
  const firstName = user.emailVerifiedAt ? user.firstName : '';
  const letter = resetPassword({ brand: config.brandName, firstName, codes: made });
  await deliver(ctx, user.email, letter, first.id, first.expiresAt);
}

/**
 * Makes a one-time code for ten minutes and five tries, stored as a hash. An account has one code for each purpose or
 * browser.
 */
async function issueCode(
  ctx: AccountsContext,
  tx: Tx,
  { id: userId }: UserRow,
  purpose: CodePurpose,
  browserHash: Buffer | null,
): Promise<{ id: string; code: string; expiresAt: Date }> {
  const now = ctx.platform.clock.now();
  const id = randomUUID();
  const code = newCode();
  const expiresAt = secondsAfter(now, CODE_SECONDS);
  const codeMac = macOf(ctx.secrets.newest, purpose, id, code);
  await voidCodesOf(tx, userId, purpose, now, browserHash);
  await insertCode(tx, { id, userId, purpose, codeMac, browserHash, createdAt: now, expiresAt });
  return { id, code, expiresAt };
}

/** Mails one of the two codes of an address change. If the new address has an account, its owner gets another mail. */
async function deliverChangeCode(
  ctx: AccountsContext,
  changeId: string,
  side: EmailSide,
  eventId: string,
): Promise<void> {
  const { db, config } = ctx.platform;
  const change = await findEmailChange(db.orm, changeId);
  if (!change) return;
  const { user, newEmail } = change;
  const brand = config.brandName;
  const facts = { brand, firstName: user.firstName };
  if (side === 'current') {
    const { code, expiresAt } = await issueChangeCode(ctx, changeId, side);
    const letter = changes.emailChangeHere({ ...facts, ...urlsOf(ctx), newEmail, code });
    await deliver(ctx, user.email, letter, eventId, expiresAt);
    return;
  }
  const owner = await findUserByEmail(db.orm, change.newEmailNormalized);
  if (owner?.emailVerifiedAt) {
    const letter = changes.emailChangeTaken({ ...urlsOf(ctx), brand, firstName: owner.firstName });
    await deliver(ctx, owner.email, letter, eventId);
    return;
  }
  const { code, expiresAt } = await issueChangeCode(ctx, changeId, side);
  await deliver(ctx, newEmail, changes.emailChangeThere({ ...facts, code }), eventId, expiresAt);
}

/** Makes a mailed code for a change of address. The earlier code stops working. */
async function issueChangeCode({ platform, secrets }: AccountsContext, changeId: string, side: EmailSide) {
  const code = newCode();
  const expiresAt = secondsAfter(platform.clock.now(), CODE_SECONDS);
  const mac = macOf(secrets.newest, 'email_change', changeId, side, code);
  await setEmailCode(platform.db.orm, changeId, side, mac, expiresAt);
  return { code, expiresAt };
}

async function deliver(
  { platform }: AccountsContext,
  to: string,
  letter: MailContent,
  eventId: string,
  expiresAt?: Date,
): Promise<void> {
  const { hostname } = new URL(platform.publicUrl());
  await platform.mail.send({
    about: 'account',
    to,
    ...letter,
    messageId: `<account-${eventId}@${hostname}>`,
    ...(expiresAt ? { expiresAt } : {}),
  });
}

function urlsOf({ platform }: AccountsContext) {
  const origin = platform.publicUrl();
  return {
    loginUrl: `${origin}/login`,
    resetUrl: `${origin}/reset-password`,
    securityUrl: `${origin}/dashboard/profile/security`,
  };
}
