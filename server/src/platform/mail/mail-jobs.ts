import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { JobOptions } from '../jobs/job-queues.ts';
import { defineJob, type Job, type Jobs } from '../jobs/jobs.ts';

type Platform = { jobs: Jobs; clock: Clock };

/** Of every mail. Jobs from before mails had times lack both, and are sent all the same. */
export const MAIL_TIMES = {
  /** ISO 8601. When it was asked for; it stays the same when it is sent again. */
  askedAt: z.string().nullable().default(null),
  /** ISO 8601. From then on it is of no use, and dropped; null where there is no such time. */
  endsAt: z.string().nullable().default(null),
};
/** Of every mail to somebody with an account, so that it can be shown, sent again and deleted with the account. */
export const MAIL_TO_ACCOUNT = { userId: z.string(), ...MAIL_TIMES };

type Ending = { endsAt: string | null };

/** A queue of mails, which are not lost unless `options` say so. */
export const defineMailJob = <Mail extends Ending>(
  name: string,
  schema: z.ZodType<Mail>,
  options: JobOptions,
): Job<Mail> => defineJob(name, schema, { isDurable: true, ...options });

/** Says who sends the mails of a queue. A mail whose end has come is dropped. */
export function handleMails<Mail extends Ending>(
  { jobs, clock }: Platform,
  job: Job<Mail>,
  send: (mail: Mail) => Promise<void>,
): void {
  jobs.handle(job, async (mail) => {
    if (mail.endsAt && new Date(mail.endsAt) <= clock.now()) return;
    await send(mail);
  });
}

/** The times of a mail that is enqueued now. */
export const mailTimes = (
  { clock }: Pick<Platform, 'clock'>,
  endsAt: Date | null = null,
): { askedAt: string; endsAt: string | null } => ({
  askedAt: clock.now().toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
});
