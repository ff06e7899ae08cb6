import { randomUUID } from 'node:crypto';
import { secondsAfter } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { type MailPayload, sendMailJob } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { CODE_SECONDS, FAREWELL_SECONDS } from './accounts.rules.ts';
import { findUser, findUserByEmail } from './accounts.store.ts';
import type { CodePurpose, UserRow } from './accounts.tables.ts';
import type { Codes } from './codes.service.ts';
import { findEmailChange } from './email-change.store.ts';
import type { EmailCodes, EmailSide } from './email-codes.service.ts';
import * as account from './mails/account.mails.ts';
import { alreadyRegistered } from './mails/already-registered.ts';
import type { MailText } from './mails/letter.ts';
import { passwordChanged } from './mails/password-changed.ts';
import { resetPassword } from './mails/reset-password.ts';
import * as security from './mails/security.mails.ts';
import { verifyEmail } from './mails/verify-email.ts';

export const ACCOUNT_MAIL = 'account.mail';
export const CODE_MAIL = 'account.code-mail';

/**
 * What the job of a mail with a code knows: why, and whose address (normalized). The job and not the request decides
 * which mail that means, so that a request does the same work whether or not the address has an account. The code of a
 * mail is made when the job runs: no row of the queue ever holds one, in plain text or encrypted, its ten minutes begin
 * when the mail leaves, and a mail that is tried again carries a new code while the old one is void.
 */
type CodeErrand =
  | { kind: 'registration' | 'resend'; email: string }
  /** `browser`: the hash of the cookie of the browser that asked, base64url; jobs of older versions have none. */
  | { kind: 'reset'; email: string; browser?: string }
  /** The address to write to is in the change itself, and for the new one need not be anybody's. */
  | { kind: 'email_change'; userId: string; changeId: string; side: EmailSide };
export type CodeMailJob = CodeErrand & { eventId: string; endsAt: string };

/** What the job of any other mail knows; the address is the one of the account when it runs, unless it says so. */
type Errand = { userId: string } & (
  | { kind: 'password_changed' | 'second_factor_on' | 'second_factor_off' }
  | { kind: 'new_sign_in'; device: string; address: string; at: string }
  | { kind: 'recovery_code_used'; left: number }
  | { kind: 'provider_linked'; provider: string }
  | { kind: 'email_changed'; to: string; firstName: string; newEmail: string | null }
  | { kind: 'account_deleted'; to: string; firstName: string }
);
export type AccountMailJob = Errand & MailPayload & { eventId: string };
type OwnersJob = Exclude<
  CodeMailJob | AccountMailJob,
  { kind: 'email_change' | 'email_changed' | 'account_deleted' }
>;
export type Mailing = ReturnType<typeof createMailing>;

type Parts = { codes: Codes; emailCodes: EmailCodes };

/** The mails of accounts, sent by a job. They concern the account itself, so no wish about news holds them back. */
export function createMailing(platform: Platform, { codes, emailCodes }: Parts) {
  const { db, jobs, mail, clock, config } = platform;
  const brand = config.brandName;
  const urls = () => ({
    loginUrl: `${platform.publicUrl()}/login`,
    resetUrl: `${platform.publicUrl()}/reset-password`,
    securityUrl: `${platform.publicUrl()}/dashboard/profile/security`,
  });

  async function deliver(to: string, letter: MailText, eventId: string, expiresAt?: Date): Promise<void> {
    const { hostname } = new URL(platform.publicUrl());
    await mail.send({
      about: 'account',
      to,
      ...letter,
      messageId: `<account-${eventId}@${hostname}>`,
      ...(expiresAt ? { expiresAt } : {}),
    });
  }

  async function deliverCode(user: UserRow, purpose: CodePurpose, browser?: string): Promise<void> {
    const browserHash = browser === undefined ? null : Buffer.from(browser, 'base64url');
    const code = await db.transaction((tx) => codes.issue(tx, user.id, purpose, browserHash));
    // Whoever typed the name need not be whoever reads the mail, until the address is proved.
    const firstName = user.emailVerifiedAt ? user.firstName : '';
    const letter =
      purpose === 'verify_email'
        ? verifyEmail({ brand, code: code.text })
        : resetPassword({ brand, firstName, code: code.text });
    await deliver(user.email, letter, code.id, code.expiresAt);
  }

  async function deliverChangeCode(changeId: string, side: EmailSide, eventId: string): Promise<void> {
    const change = await findEmailChange(db.orm, changeId);
    if (!change) return;
    const { user, newEmail } = change;
    const facts = { brand, firstName: user.firstName };
    if (side === 'current') {
      const { text, expiresAt } = await emailCodes.issue(changeId, side);
      const letter = account.emailChangeHere({ ...facts, ...urls(), newEmail, code: text });
      await deliver(user.email, letter, eventId, expiresAt);
      return;
    }
    const owner = await findUserByEmail(db.orm, change.newEmailNormalized);
    if (owner?.emailVerifiedAt) {
      const letter = account.emailChangeTaken({ ...urls(), brand, firstName: owner.firstName });
      await deliver(owner.email, letter, eventId);
      return;
    }
    const { text, expiresAt } = await emailCodes.issue(changeId, side);
    await deliver(newEmail, account.emailChangeThere({ ...facts, code: text }), eventId, expiresAt);
  }

  /** To the owner of an account as it is now. */
  async function sendToOwner(user: UserRow, job: OwnersJob): Promise<void> {
    const facts = { brand, firstName: user.firstName, ...urls() };
    const write = (letter: MailText) => deliver(user.email, letter, job.eventId);
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
      case 'reset':
        // A code for no browser is never right, and would end those of the browsers that asked.
        return job.browser ? deliverCode(user, 'reset_password', job.browser) : undefined;
      case 'registration':
        return user.emailVerifiedAt
          ? write(alreadyRegistered({ brand, ...urls() }))
          : deliverCode(user, 'verify_email');
      case 'resend':
        return user.emailVerifiedAt ? undefined : deliverCode(user, 'verify_email');
    }
  }

  return {
    /** For a mail with a code, which is dropped when it could not leave within the life of a code. */
    enqueueCode: (db: Queryable, errand: CodeErrand): Promise<void> =>
      jobs.send(db, CODE_MAIL, {
        ...errand,
        eventId: randomUUID(),
        endsAt: secondsAfter(clock.now(), CODE_SECONDS).toISOString(),
      }),

    /** For any other mail, which is never lost; but nobody is kept for longer whose account was deleted. */
    enqueue: (db: Queryable, errand: Errand): Promise<void> =>
      sendMailJob<AccountMailJob>(platform, db, ACCOUNT_MAIL, {
        ...errand,
        eventId: randomUUID(),
        endsAt: errand.kind === 'account_deleted' ? secondsAfter(clock.now(), FAREWELL_SECONDS) : null,
      }),

    /** Sends the mail that the errand means for the account as it is now; none when there is none. */
    async send(job: CodeMailJob | AccountMailJob): Promise<void> {
      if (job.kind === 'email_change') return deliverChangeCode(job.changeId, job.side, job.eventId);
      if (job.kind === 'account_deleted') {
        return deliver(job.to, account.accountDeleted({ brand, firstName: job.firstName }), job.eventId);
      }
      if (job.kind === 'email_changed') {
        // In jobs of older versions nobody may be named.
        const owner = job.userId ? await findUser(db.orm, job.userId) : undefined;
        if (owner?.deletedAt) return;
        const facts = { brand, firstName: job.firstName, ...urls() };
        const letter =
          job.newEmail === null
            ? account.emailChangedHere(facts)
            : account.emailChanged({ ...facts, newEmail: job.newEmail, helpUrl: config.links.discord });
        return deliver(job.to, letter, job.eventId);
      }
      // Jobs with a code, and those of older versions, name the owner by the address.
      const user =
        'userId' in job ? await findUser(db.orm, job.userId) : await findUserByEmail(db.orm, job.email);
      if (user && !user.disabledAt) await sendToOwner(user, job);
    },
  };
}
