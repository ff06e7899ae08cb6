import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { JobOptions } from '../jobs/job-queues.ts';
import { defineJob, type Job, type Jobs } from '../jobs/jobs.ts';

type Platform = { jobs: Jobs; clock: Clock };

/** The times of a mail. Jobs from older versions have none. */
export const MAIL_TIMES = {
  /** When the mail was asked for (ISO 8601). */
  askedAt: z.string().nullable().default(null),
  /** When the mail expires (ISO 8601); null: never. */
  endsAt: z.string().nullable().default(null),
};
/** The fields of every mail to an account. */
export const MAIL_TO_ACCOUNT = { userId: z.string(), ...MAIL_TIMES };

type Ending = { endsAt: string | null };

/** Defines a queue of mails, by default durable. */
export const defineMailJob = <Mail extends Ending>(
  name: string,
  schema: z.ZodType<Mail>,
  options: JobOptions,
): Job<Mail> => defineJob(name, schema, { isDurable: true, ...options });

/** Registers the function that sends the mails of a queue. Mails whose time is over are dropped. */
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

/** The times of a new mail. */
export const mailTimes = (
  { clock }: Pick<Platform, 'clock'>,
  endsAt: Date | null = null,
): { askedAt: string; endsAt: string | null } => ({
  askedAt: clock.now().toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
});
