import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { JobOptions } from '../jobs/job-queues.ts';
import { defineJob, type Job, type Jobs } from '../jobs/jobs.ts';

type Platform = { jobs: Jobs; clock: Clock };

/** Times of every mail. Older jobs lack both, and are sent anyway. */
export const MAIL_TIMES = {
  /** ISO 8601. When it was requested; unchanged when it is re-sent. */
  askedAt: z.string().nullable().default(null),
  /** ISO 8601. When it expires and is dropped; null without expiry. */
  endsAt: z.string().nullable().default(null),
};
/** Fields of every mail to an account, for display, re-sending and deletion with the account. */
export const MAIL_TO_ACCOUNT = { userId: z.string(), ...MAIL_TIMES };

type Ending = { endsAt: string | null };

/** A queue of mails, durable unless `options` say otherwise. */
export const defineMailJob = <Mail extends Ending>(
  name: string,
  schema: z.ZodType<Mail>,
  options: JobOptions,
): Job<Mail> => defineJob(name, schema, { isDurable: true, ...options });

/** Registers the sender for mails of a queue. Expired mails are dropped. */
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
