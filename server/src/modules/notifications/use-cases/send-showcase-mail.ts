import type { Tx } from '../../../platform/database.ts';
import { type MailPayload, sendMailJob } from '../../../platform/mail-jobs.ts';
import type { ShowcaseEvent } from '../../showcases/showcases.service.ts';
import { SHOWCASE_MAILS, type ShowcaseMail } from '../mails/showcase.ts';
import type { NotificationsContext } from '../notifications.context.ts';
import { sendOnce } from './send-once.ts';

export const SHOWCASE_MAIL = 'notifications.showcase-mail';

export type ShowcaseMailJob = MailPayload & {
  showcaseId: string;
  requestId: string;
  mail: ShowcaseMail;
  /** The same for the same event, however often it comes. */
  dedupeKey: string;
};

/** Enqueues the mail about a week of display to who bought it, in the event's transaction. */
export async function enqueueShowcaseMail(
  { platform }: NotificationsContext,
  tx: Tx,
  { showcaseId, requestId, accountId, event, key, endsAt }: ShowcaseEvent,
): Promise<void> {
  await sendMailJob<ShowcaseMailJob>(platform, tx, SHOWCASE_MAIL, {
    userId: accountId,
    showcaseId,
    requestId,
    mail: `showcase_${event}`,
    dedupeKey: key,
    endsAt,
  });
}

/** Sends the mail of a job once. A deleted account gets none, and nobody is asked to go on with a week that was stopped. */
export async function sendShowcaseMail(ctx: NotificationsContext, job: ShowcaseMailJob): Promise<void> {
  const { config, publicUrl } = ctx.platform;
  const facts = await ctx.showcases.mailFactsOf(job.showcaseId);
  const email = await ctx.accounts.selectEmail(job.userId);
  if (email === '' || (job.mail === 'showcase_ending' && !facts.isLive)) return;
  const message = SHOWCASE_MAILS[job.mail]({
    ...facts,
    siteUrl: publicUrl(),
    isOffered: config.showcase.places > 0,
  });
  await sendOnce(ctx, { dedupeKey: job.dedupeKey, recipient: email, template: job.mail }, message);
}
