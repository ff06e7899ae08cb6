import { randomUUID } from 'node:crypto';
import { CODE_SECONDS } from '@vialproof/contract/mailed-codes';
import { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import { defineMailJob, MAIL_TO_ACCOUNT, mailTimes } from '../../../platform/mail/mail-jobs.ts';
import type { Queryable } from '../../../platform/postgres/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { EMAIL_SIDES } from '../email-change.store.ts';
import { FAREWELL_SECONDS } from '../rules/retention.ts';

/**
 * What a reset code is made for: the hash of the cookie of the browser that asked, base64url, what the browser calls itself,
 * and when it asked, ISO 8601.
 */
const ResetAsk = z.object({ browser: z.string(), device: z.string(), askedAt: z.string() });
export type ResetAsk = z.infer<typeof ResetAsk>;

/** Of the mails of accounts no address stays in the queue once they have left. */
const OPTIONS = { concurrency: 2, expireInSeconds: 30, leavesNothing: true };
const ofCode = { eventId: z.string(), endsAt: z.string() };

/**
 * What the job of a mail with a code knows: why, and whose it is, by the address (normalized) or the account. The job and not the request decides
 * which mail that means, so that a request does the same work whether or not the address has an account. The code of a
 * mail is made when the job runs: no row of the queue ever holds one, in plain text or encrypted, its ten minutes begin
 * when the mail leaves, and a mail that is tried again carries a new code while the old one is void.
 */
export const codeMailJob = defineMailJob(
  'account.code-mail',
  z.discriminatedUnion('kind', [
    z.object({ ...ofCode, kind: z.enum(['registration', 'resend']), email: z.string() }),
    z.object({ ...ofCode, kind: z.literal('reset'), userId: z.string(), asks: z.array(ResetAsk) }),
    // The address to write to is in the change itself, and for the new one need not be anybody's.
    z.object({
      ...ofCode,
      kind: z.literal('email_change'),
      userId: z.string(),
      changeId: z.string(),
      side: z.enum(EMAIL_SIDES),
    }),
  ]),
  { ...OPTIONS, isDurable: false },
);
export type CodeMail = z.infer<typeof codeMailJob.schema>;

/** A look at what waits for mails to a mailbox (its HMAC, base64url): after an ask, or because the shared turn comes. */
export const resetLookJob = defineJob(
  'account.reset-look',
  z.object({ mailbox: z.string(), isTurn: z.boolean() }),
  { concurrency: 2 },
);

const ofAccount = { ...MAIL_TO_ACCOUNT, eventId: z.string() };

/** What the job of any other mail knows; the address is the one of the account when it runs, unless it says so. */
export const accountMailJob = defineMailJob(
  'account.mail',
  z.discriminatedUnion('kind', [
    z.object({ ...ofAccount, kind: z.enum(['password_changed', 'second_factor_on', 'second_factor_off']) }),
    z.object({
      ...ofAccount,
      kind: z.literal('new_sign_in'),
      device: z.string(),
      address: z.string(),
      at: z.string(),
    }),
    z.object({ ...ofAccount, kind: z.literal('recovery_code_used'), left: z.number() }),
    z.object({ ...ofAccount, kind: z.literal('provider_linked'), provider: z.string() }),
    z.object({
      ...ofAccount,
      kind: z.literal('email_changed'),
      to: z.string(),
      firstName: z.string(),
      newEmail: z.string().nullable(),
    }),
    z.object({ ...ofAccount, kind: z.literal('account_deleted'), to: z.string(), firstName: z.string() }),
  ]),
  OPTIONS,
);
export type AccountMail = z.infer<typeof accountMailJob.schema>;

/** Each member of a union without these. */
type Without<Union, Key extends PropertyKey> = Union extends object ? Omit<Union, Key> : never;
type CodeErrand = Without<CodeMail, keyof typeof ofCode>;
type Errand = Without<AccountMail, 'askedAt' | 'endsAt' | 'eventId'>;

/** For a mail with a code, which is dropped when it could not leave within the life of a code. */
export function enqueueCodeMail(
  { platform }: AccountsContext,
  db: Queryable,
  errand: CodeErrand,
): Promise<void> {
  return platform.jobs.send(db, codeMailJob, {
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
  const look = { mailbox: mailbox.toString('base64url'), isTurn };
  return platform.jobs.send(db, resetLookJob, look, isTurn ? { startAfter: turnInSeconds } : {});
}

/** For any other mail, which is never lost; but nobody is remembered for longer whose account was deleted. */
export function enqueueMail({ platform }: AccountsContext, db: Queryable, errand: Errand): Promise<void> {
  const isFarewell = errand.kind === 'account_deleted';
  return platform.jobs.send(db, accountMailJob, {
    ...errand,
    eventId: randomUUID(),
    ...mailTimes(platform, isFarewell ? secondsAfter(platform.clock.now(), FAREWELL_SECONDS) : null),
  });
}
