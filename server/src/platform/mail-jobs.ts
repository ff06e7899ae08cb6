import type { Clock } from './clock.ts';
import type { Queryable } from './database.ts';
import type { JobOptions } from './job-queues.ts';
import type { Jobs } from './jobs.ts';

/** Of every mail to somebody with an account, so that it can be shown, sent again and deleted with the account. */
export type MailPayload = {
  userId: string;
  /** ISO 8601. When it was asked for; it stays the same when it is sent again. */
  askedAt: string;
  /** ISO 8601. From then on it is of no use, and dropped; null where there is no such time. */
  endsAt: string | null;
};

type Platform = { jobs: Jobs; clock: Clock };
type Times = { askedAt: string; endsAt: string | null };
type NewMail<P> = Omit<P, keyof Times> & { endsAt?: Date | null };

/** Names a queue of mails, which are not lost unless `options` say so, and who sends them. A mail whose end has come is dropped. */
export function defineMailJob<P extends Pick<Times, 'endsAt'>>(
  { jobs, clock }: Platform,
  name: string,
  options: JobOptions,
  send: (payload: P) => Promise<void>,
): void {
  jobs.define<P>(name, { isDurable: true, ...options }, async (payload) => {
    if (payload.endsAt && new Date(payload.endsAt) <= clock.now()) return;
    await send(payload);
  });
}

/** Enqueues a mail inside `db`'s transaction. */
export function sendMailJob<P extends MailPayload>(
  { jobs, clock }: Platform,
  db: Queryable,
  name: string,
  mail: NewMail<P>,
): Promise<void> {
  const times: Times = {
    askedAt: clock.now().toISOString(),
    endsAt: mail.endsAt?.toISOString() ?? null,
  };
  return jobs.send(db, name, { ...mail, ...times });
}
