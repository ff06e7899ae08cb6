import { randomUUID } from 'node:crypto';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type MailPayload, sendMailJob } from '../../../platform/mail-jobs.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { EmailSide } from '../email-change.store.ts';
import { CODE_SECONDS } from '../rules/codes.ts';
import { FAREWELL_SECONDS } from '../rules/retention.ts';

export const ACCOUNT_MAIL = 'account.mail';
export const CODE_MAIL = 'account.code-mail';
export const RESET_LOOK = 'account.reset-look';

/**
 * What the job of a mail with a code knows: why, and whose it is, by the address (normalized) or the account. The job and not the request decides
 * which mail that means, so that a request does the same work whether or not the address has an account. The code of a
 * mail is made when the job runs: no row of the queue ever holds one, in plain text or encrypted, its ten minutes begin
 * when the mail leaves, and a mail that is tried again carries a new code while the old one is void.
 */
type CodeErrand =
  | { kind: 'registration' | 'resend'; email: string }
  | { kind: 'reset'; userId: string; asks: ResetAsk[] }
  /** The address to write to is in the change itself, and for the new one need not be anybody's. */
  | { kind: 'email_change'; userId: string; changeId: string; side: EmailSide };
export type CodeMailJob = CodeErrand & { eventId: string; endsAt: string };

/**
 * What a reset code is made for: the hash of the cookie of the browser that asked, base64url, what the browser calls itself,
 * and when it asked, ISO 8601.
 */
export type ResetAsk = { browser: string; device: string; askedAt: string };

/** A look at what waits for mails to a mailbox (its HMAC, base64url): after an ask, or because the shared turn comes. */
export type ResetLookJob = { mailbox: string; isTurn: boolean };

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

/** For a mail with a code, which is dropped when it could not leave within the life of a code. */
export function enqueueCodeMail(
  { platform }: AccountsContext,
  db: Queryable,
  errand: CodeErrand,
): Promise<void> {
  return platform.jobs.send(db, CODE_MAIL, {
    ...errand,
    eventId: randomUUID(),
    endsAt: secondsAfter(platform.clock.now(), CODE_SECONDS).toISOString(),
  });
}

/** For a look at a mailbox: now, or after so many seconds because its shared turn comes then. */
export function enqueueResetLook(
  { platform }: AccountsContext,
  db: Queryable,
  { mailbox, turnInSeconds }: { mailbox: Buffer; turnInSeconds?: number },
): Promise<void> {
  const isTurn = turnInSeconds !== undefined;
  const look: ResetLookJob = { mailbox: mailbox.toString('base64url'), isTurn };
  return platform.jobs.send(db, RESET_LOOK, look, isTurn ? { startAfter: turnInSeconds } : {});
}

/** For any other mail, which is never lost; but nobody is remembered for longer whose account was deleted. */
export function enqueueMail({ platform }: AccountsContext, db: Queryable, errand: Errand): Promise<void> {
  const isFarewell = errand.kind === 'account_deleted';
  return sendMailJob<AccountMailJob>(platform, db, ACCOUNT_MAIL, {
    ...errand,
    eventId: randomUUID(),
    endsAt: isFarewell ? secondsAfter(platform.clock.now(), FAREWELL_SECONDS) : null,
  });
}
