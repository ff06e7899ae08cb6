import { z } from 'zod';
import { defineMailJob, MAIL_TO_ACCOUNT, mailTimes } from '../../../platform/mail/mail-jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { selectEmail } from '../../accounts/accounts.service.ts';
import {
  SHOWCASE_EVENTS,
  type ShowcaseEvent,
  showcaseMailFactsOf,
} from '../../showcases/showcases.service.ts';
import { SHOWCASE_MAILS } from '../mails/showcase.ts';
import type { NotificationsContext } from '../notifications.service.ts';
import { sendOnce } from './send-once.ts';

export const showcaseMailJob = defineMailJob(
  'notifications.showcase-mail',
  z.object({
    ...MAIL_TO_ACCOUNT,
    showcaseId: z.string(),
    requestId: z.string(),
    mail: z.templateLiteral(['showcase_', z.enum(SHOWCASE_EVENTS)]),
    /** A key that is the same if the event is repeated, so that the mail is sent once. */
    dedupeKey: z.string(),
  }),
  { expireInSeconds: 30 },
);

/** Queues the mail about a paid week on the home page, in the transaction of its event. */
export async function enqueueShowcaseMail(
  { platform }: NotificationsContext,
  tx: Tx,
  { showcaseId, requestId, accountId, event, key, endsAt }: ShowcaseEvent,
): Promise<void> {
  await platform.jobs.send(tx, showcaseMailJob, {
    userId: accountId,
    showcaseId,
    requestId,
    mail: `showcase_${event}`,
    dedupeKey: key,
    ...mailTimes(platform, endsAt),
  });
}

/** Sends the mail once. A deleted account gets none. After an early end the mail offers no new week. */
export async function sendShowcaseMail(
  ctx: NotificationsContext,
  job: z.infer<typeof showcaseMailJob.schema>,
): Promise<void> {
  const { config, publicUrl } = ctx.platform;
  const facts = await showcaseMailFactsOf(ctx.showcases, job.showcaseId);
  const email = await selectEmail(ctx.accounts, job.userId);
  if (email === '' || (job.mail === 'showcase_ending' && !facts.isLive)) return;
  const message = SHOWCASE_MAILS[job.mail]({
    ...facts,
    siteUrl: publicUrl(),
    isOffered: config.showcase.places > 0,
  });
  await sendOnce(ctx, { dedupeKey: job.dedupeKey, recipient: email, template: job.mail }, message);
}
