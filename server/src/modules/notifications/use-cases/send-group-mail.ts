import { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';
import { defineMailJob, MAIL_TO_ACCOUNT, mailTimes } from '../../../platform/mail/mail-jobs.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { findPeople } from '../../accounts/accounts.service.ts';
import { groupMailFactsOf } from '../../group-tests/group-tests.service.ts';
import { GROUP_MAILS } from '../mails/group.ts';
import type { NotificationsContext } from '../notifications.service.ts';
import { sendOnce } from './send-once.ts';

export const groupMailJob = defineMailJob(
  'notifications.group-mail',
  z.object({ ...MAIL_TO_ACCOUNT, groupId: z.string(), kind: z.string(), eventId: z.number() }),
  { expireInSeconds: 30, concurrency: 2 },
);

type GroupEvent = { groupId: string; kind: string; eventId: number; recipients: readonly string[] };

const WEEK_SECONDS = 7 * 86_400;
/** These mails ask for something within a week. Later they are not sent. */
const ENDS_IN_A_WEEK = new Set(['locked', 'reminder', 'gap_left']);

/** Queues the mails about a group event with the event, one for each reader. */
export async function enqueueGroupMails(
  { platform }: NotificationsContext,
  tx: Tx,
  { groupId, kind, eventId, recipients }: GroupEvent,
): Promise<void> {
  if (!(kind in GROUP_MAILS)) return;
  const endsAt = ENDS_IN_A_WEEK.has(kind) ? secondsAfter(platform.clock.now(), WEEK_SECONDS) : null;
  const times = mailTimes(platform, endsAt);
  for (const userId of recipients) {
    await platform.jobs.send(tx, groupMailJob, { groupId, kind, eventId, userId, ...times });
  }
}

/** Sends one person the mail about a group event. */
export async function sendGroupMail(
  ctx: NotificationsContext,
  { groupId, kind, eventId, userId }: z.infer<typeof groupMailJob.schema>,
): Promise<void> {
  const { config, publicUrl } = ctx.platform;
  const write = GROUP_MAILS[kind];
  const [person] = (await findPeople(ctx.accounts, [userId])).values();
  // A deleted account gets no mail.
  if (!write || !person || person.email === '') return;
  const facts = await groupMailFactsOf(ctx.groups, groupId, userId, eventId);
  const message = write({ siteUrl: publicUrl(), lab: config.lab, facts });
  if (!message) return;
  const dedupeKey = `group-event:${eventId}:${userId}`;
  await sendOnce(ctx, { dedupeKey, recipient: person.email, template: `group_${kind}` }, message);
}
