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
 * A request for a reset code. `browser`: the hash of the requesting browser's cookie, base64url. `device`: the
 * browser's name. `askedAt`: ISO 8601.
 */
const ResetAsk = z.object({ browser: z.string(), device: z.string(), askedAt: z.string() });
export type ResetAsk = z.infer<typeof ResetAsk>;

/** Jobs of account mails leave no address in the queue after the mail is sent. */
const OPTIONS = { concurrency: 2, expireInSeconds: 30, leavesNothing: true };
const ofCode = { eventId: z.string(), endsAt: z.string() };

/**
 * The payload of a job for a mail with a code: the code's purpose, and its owner, by normalized address or by account.
 * The job decides which mail to send, so that a request does the same work with and without an account. The job also
 * makes the code when it runs: no row of the queue contains a code, and the code's ten minutes begin when the mail is
 * sent. A retried mail carries a new code, and the old code is void.
 */
export const codeMailJob = defineMailJob(
  'account.code-mail',
  z.discriminatedUnion('kind', [
    z.object({ ...ofCode, kind: z.enum(['registration', 'resend']), email: z.string() }),
    z.object({ ...ofCode, kind: z.literal('reset'), userId: z.string(), asks: z.array(ResetAsk) }),
    // The change itself stores the recipient; the new address need not belong to an account.
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

/**
 * Looks at the open requests of a mailbox and sends its due mails. `mailbox`: its HMAC, base64url. `isTurn`: the job
 * runs at the shared turn, not after a request.
 */
export const resetLookJob = defineJob(
  'account.reset-look',
  z.object({ mailbox: z.string(), isTurn: z.boolean() }),
  { concurrency: 2 },
);

const ofAccount = { ...MAIL_TO_ACCOUNT, eventId: z.string() };

/** The payload of other mail jobs. The recipient is the account's address when the job runs, unless it names one. */
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

/** Removes these keys from each member of a union. */
type Without<Union, Key extends PropertyKey> = Union extends object ? Omit<Union, Key> : never;
type CodeErrand = Without<CodeMail, keyof typeof ofCode>;
type Errand = Without<AccountMail, 'askedAt' | 'endsAt' | 'eventId'>;

/** Enqueues a mail with a code; the mail is dropped if it cannot be sent while the code lives. */
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

/** Enqueues the job that looks at a mailbox: now, or after this many seconds at its shared turn. */
export function enqueueResetLook(
  { platform }: AccountsContext,
  db: Queryable,
  { mailbox, turnInSeconds }: { mailbox: Buffer; turnInSeconds?: number },
): Promise<void> {
  const isTurn = turnInSeconds !== undefined;
  const look = { mailbox: mailbox.toString('base64url'), isTurn };
  return platform.jobs.send(db, resetLookJob, look, isTurn ? { startAfter: turnInSeconds } : {});
}

/** Enqueues a mail without a code. It is never lost, except the last mail to a deleted account after some days. */
export function enqueueMail({ platform }: AccountsContext, db: Queryable, errand: Errand): Promise<void> {
  const isFarewell = errand.kind === 'account_deleted';
  return platform.jobs.send(db, accountMailJob, {
    ...errand,
    eventId: randomUUID(),
    ...mailTimes(platform, isFarewell ? secondsAfter(platform.clock.now(), FAREWELL_SECONDS) : null),
  });
}
