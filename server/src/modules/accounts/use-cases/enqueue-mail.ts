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

/** A request for a reset code: the hash of the browser's cookie, the browser's name, and the time. */
const ResetAsk = z.object({ browser: z.string(), device: z.string(), askedAt: z.string() });
export type ResetAsk = z.infer<typeof ResetAsk>;

/** After the mail is sent, its job is deleted, so no address stays in the queue. */
const OPTIONS = { concurrency: 2, expireInSeconds: 30, leavesNothing: true };
const ofCode = { eventId: z.string(), endsAt: z.string() };

/**
 * Sends a mail with a one-time code. The job, not the request, decides whether there is an account, so that every
 * request does the same work. It also makes the code, so that the ten minutes begin with the mail.
 */
export const codeMailJob = defineMailJob(
  'account.code-mail',
  z.discriminatedUnion('kind', [
    z.object({ ...ofCode, kind: z.enum(['registration', 'resend']), email: z.string() }),
    z.object({ ...ofCode, kind: z.literal('reset'), userId: z.string(), asks: z.array(ResetAsk) }),
    // The change of address names the recipient, because the new address may have no account.
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
 * Sends the mails with reset codes that an account may get now. `isTurn`: the job runs at the time that all unknown
 * browsers share.
 */
export const resetLookJob = defineJob(
  'account.reset-look',
  z.object({ mailbox: z.string(), isTurn: z.boolean() }),
  { concurrency: 2 },
);

const ofAccount = { ...MAIL_TO_ACCOUNT, eventId: z.string() };

/** Sends any other mail to the present address of the account, unless the job names an address. */
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
    z.object({ ...ofAccount, kind: z.literal('passkey_added'), name: z.string() }),
    // A null name: all passkeys were removed for the person.
    z.object({ ...ofAccount, kind: z.literal('passkey_removed'), name: z.string().nullable() }),
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

/** A union type without these keys. */
type Without<Union, Key extends PropertyKey> = Union extends object ? Omit<Union, Key> : never;
type CodeErrand = Without<CodeMail, keyof typeof ofCode>;
type Errand = Without<AccountMail, 'askedAt' | 'endsAt' | 'eventId'>;

/** Queues a mail with a one-time code. It is dropped if the code ends before it is sent. */
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

/** Queues a job that sends the mails an account may get, now or after this many seconds. */
export function enqueueResetLook(
  { platform }: AccountsContext,
  db: Queryable,
  { mailbox, turnInSeconds }: { mailbox: Buffer; turnInSeconds?: number },
): Promise<void> {
  const isTurn = turnInSeconds !== undefined;
  const look = { mailbox: mailbox.toString('base64url'), isTurn };
  return platform.jobs.send(db, resetLookJob, look, isTurn ? { startAfter: turnInSeconds } : {});
}

/** Queues a mail without a one-time code, which is never lost, except the last mail to a deleted account. */
export function enqueueMail({ platform }: AccountsContext, db: Queryable, errand: Errand): Promise<void> {
  const isFarewell = errand.kind === 'account_deleted';
  return platform.jobs.send(db, accountMailJob, {
    ...errand,
    eventId: randomUUID(),
    ...mailTimes(platform, isFarewell ? secondsAfter(platform.clock.now(), FAREWELL_SECONDS) : null),
  });
}
