import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findUserByEmail } from './accounts.store.ts';
import type { CodePurpose, UserRow } from './accounts.tables.ts';
import type { Codes } from './codes.service.ts';
import { alreadyRegistered } from './mails/already-registered.ts';
import type { MailText } from './mails/letter.ts';
import { passwordChanged } from './mails/password-changed.ts';
import { resetPassword } from './mails/reset-password.ts';
import { verifyEmail } from './mails/verify-email.ts';

export const ACCOUNT_MAIL = 'account.mail';

/**
 * What a mail job knows: why, and whose address (normalized). The job and not the request decides which mail that
 * means, so that a request does the same work whether or not the address has an account. The code of a mail is made
 * when the job runs: no row of the queue ever holds one, in plain text or encrypted, its ten minutes begin when the
 * mail leaves, and a mail that is tried again carries a new code while the old one is void.
 */
type MailErrand = { kind: 'registration' | 'resend' | 'reset' | 'password_changed'; email: string };
export type MailJob = MailErrand & { eventId: string };
export type Mailing = ReturnType<typeof createMailing>;

/** The mails of accounts, sent by a job. */
export function createMailing(platform: Platform, codes: Codes) {
  const { db, jobs, mail, config } = platform;

  async function deliver(user: UserRow, letter: MailText, eventId: string, expiresAt?: Date): Promise<void> {
    const { hostname } = new URL(platform.publicUrl());
    await mail.send({
      to: user.email,
      ...letter,
      messageId: `<account-${eventId}@${hostname}>`,
      ...(expiresAt ? { expiresAt } : {}),
    });
  }

  async function deliverCode(user: UserRow, purpose: CodePurpose): Promise<void> {
    const code = await db.transaction((tx) => codes.issue(tx, user.id, purpose));
    const facts = { brand: config.brandName, firstName: user.firstName, code: code.text };
    const letter = purpose === 'verify_email' ? verifyEmail(facts) : resetPassword(facts);
    await deliver(user, letter, code.id, code.expiresAt);
  }

  return {
    enqueue: (db: Queryable, errand: MailErrand): Promise<void> =>
      jobs.send(db, ACCOUNT_MAIL, { ...errand, eventId: randomUUID() }),

    /** Sends the mail that the errand means for the account as it is now; none when there is none. */
    async send({ kind, email, eventId }: MailJob): Promise<void> {
      const user = await findUserByEmail(db.orm, email);
      if (!user || user.disabledAt) return;
      const facts = { brand: config.brandName, firstName: user.firstName };
      const links = {
        login: `${platform.publicUrl()}/login`,
        reset: `${platform.publicUrl()}/reset-password`,
      };
      if (kind === 'password_changed') {
        await deliver(user, passwordChanged({ ...facts, resetUrl: links.reset }), eventId);
      } else if (kind === 'reset') {
        await deliverCode(user, 'reset_password');
      } else if (!user.emailVerifiedAt) {
        await deliverCode(user, 'verify_email');
      } else if (kind === 'registration') {
        const letter = alreadyRegistered({ ...facts, loginUrl: links.login, resetUrl: links.reset });
        await deliver(user, letter, eventId);
      }
    },
  };
}
