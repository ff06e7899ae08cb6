import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Groups } from '../group-tests/group-tests.service.ts';
import { GROUP_MAILS } from './mails/group.mails.ts';
import { claimDispatch, markSent } from './notifications.store.ts';

const GROUP_MAIL = 'notifications.group-mail';

type GroupMailJob = { groupId: string; kind: string; eventId: number; userId: string };

/** Mails about groups: one to each recipient of each event, enqueued in its transaction. Nobody sees another's address. */
export function createGroupNotifications(
  platform: Platform,
  { accounts, groups }: { accounts: Accounts; groups: Groups },
): void {
  const { db, jobs, mail, clock, config } = platform;

  async function send({ groupId, kind, eventId, userId }: GroupMailJob): Promise<void> {
    const write = GROUP_MAILS[kind];
    const [person] = (await accounts.findPeople([userId])).values();
    // Gone in the meantime.
    if (!write || !person) return;
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

  jobs.define<GroupMailJob>(GROUP_MAIL, { expireInSeconds: 30, concurrency: 2 }, send);

  groups.changed.subscribe(async (tx, { groupId, kind, eventId, recipients }) => {
    if (!(kind in GROUP_MAILS)) return;
    for (const userId of recipients) await jobs.send(tx, GROUP_MAIL, { groupId, kind, eventId, userId });
  });
}
