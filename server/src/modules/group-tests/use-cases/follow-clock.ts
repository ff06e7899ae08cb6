import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { GroupsContext } from '../group-tests.service.ts';
import { listDueGroups, listGroupsToRemind, updateGroup } from '../group-tests.store.ts';
import { recordEvent, withGroup } from '../group-tests.transitions.ts';
import { REMIND_MS } from '../rules/deadlines.ts';
import { listLiveShares } from '../shares.store.ts';
import { dropOverdueShares } from './drop-overdue-shares.ts';
import { giveUpShortGroup } from './give-up-group.ts';

/** Runs every minute. */
export const keepTimeJob = defineJob('group-tests.keep-time', z.object({}), {
  retryLimit: 1,
  every: '* * * * *',
});

/** Runs every minute, for deadlines, unpaid shares and reminders. If it runs late, the result is the same. */
export async function followClock(ctx: GroupsContext): Promise<void> {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  await forEach(ctx, await listDueGroups(db.orm, now), async (id) => {
    await catchUpGroup(ctx, id);
    await giveUpShortGroup(ctx, id);
  });
  await dropOverdueShares(ctx);
  await remind(ctx, now);
}

/** Does what the passed deadlines of one group ask for. */
export async function catchUpGroup(ctx: GroupsContext, groupId: string): Promise<void> {
  await withGroup(ctx, groupId, async () => undefined);
}

/** Reminds members to pay, once for each time in the list. After a breakdown only the latest reminder is sent. */
async function remind(ctx: GroupsContext, now: Date): Promise<void> {
  for (const [place, after] of [...REMIND_MS.entries()].reverse()) {
    const before = new Date(now.getTime() - after);
    const ids = await listGroupsToRemind(ctx.platform.db.orm, before, place + 1);
    await forEach(ctx, ids, (id) =>
      withGroup(ctx, id, async (tx, row) => {
        if (row.state !== 'collecting' || row.reminders > place) return undefined;
        const due = (await listLiveShares(tx, id)).filter(({ status }) => status === 'due');
        const reminded = await updateGroup(tx, id, { reminders: place + 1 });
        const recipients = due.flatMap(({ holderId }) => holderId ?? []);
        await recordEvent(ctx, tx, reminded, 'reminder', { recipients });
        return undefined;
      }),
    );
  }
}

/** Runs `work` for each group. A failure is tried again a minute later. */
async function forEach(
  ctx: GroupsContext,
  ids: string[],
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(id);
    } catch (error) {
      ctx.platform.log.error({ err: error, groupId: id }, 'a group could not follow the clock');
    }
  }
}
