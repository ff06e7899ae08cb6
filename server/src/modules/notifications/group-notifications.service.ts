import { secondsAfter } from '../../platform/clock.ts';
import { defineMailJob, type MailPayload, sendMailJob } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import { GROUP_MAILS } from './mails/group.mails.ts';
import { claimDispatch, markSent } from './notifications.store.ts';

export const GROUP_MAIL = 'notifications.group-mail';

type GroupMailJob = MailPayload & { groupId: string; kind: string; eventId: number };

const WEEK_SECONDS = 7 * 86_400;
/** What is asked for in these can be done for a week at most. */
const ENDS_IN_A_WEEK = new Set(['locked', 'reminder', 'gap_left']);

/** Mails about groups: one to each recipient of each event, enqueued in its transaction. Nobody sees another's address. */
export function createGroupNotifications(
  platform: Platform,
  { accounts, groups }: { accounts: Accounts; groups: Groups },
): void {
  const { db, mail, clock, config } = platform;

  async function send({ groupId, kind, eventId, userId }: GroupMailJob): Promise<void> {
    const write = GROUP_MAILS[kind];
    const [person] = (await accounts.findPeople([userId])).values();
    // Somebody who deleted the account is written to no more.
    if (!write || !person || person.email === '') return;
    const brand = { name: config.brandName, url: platform.publicUrl() };
    const facts = await groups.mailFactsOf(groupId, userId, eventId);
    const message = write({ brand, lab: config.lab, facts });
    if (!message) return;
    const dedupeKey = `group-event:${eventId}:${userId}`;
    await db.transaction(async (tx) => {
      const dispatch = {
        dedupeKey,
        recipient: person.email,
        template: `group_${kind}`,
        createdAt: clock.now(),
      };
      if (await claimDispatch(tx, dispatch)) return;
      const messageId = `<${dedupeKey.replaceAll(':', '-')}@${new URL(brand.url).hostname}>`;
      await mail.send({ about: 'order', ...message, to: person.email, messageId });
      await markSent(tx, dedupeKey, clock.now());
    });
  }

  defineMailJob<GroupMailJob>(platform, GROUP_MAIL, { expireInSeconds: 30, concurrency: 2 }, send);

  groups.changed.subscribe(async (tx, { groupId, kind, eventId, recipients }) => {
    if (!(kind in GROUP_MAILS)) return;
    const endsAt = ENDS_IN_A_WEEK.has(kind) ? secondsAfter(clock.now(), WEEK_SECONDS) : null;
    for (const userId of recipients) {
      await sendMailJob<GroupMailJob>(platform, tx, GROUP_MAIL, { groupId, kind, eventId, userId, endsAt });
    }
  });
}
