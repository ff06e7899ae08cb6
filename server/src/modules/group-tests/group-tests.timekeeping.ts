import type { Platform } from '../../platform/platform.ts';
import type { GroupMoney } from './group-tests.money.ts';
import type { GroupMoves } from './group-tests.moves.ts';
import { REMIND_MS } from './group-tests.rules.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { SeatsStore } from './seats.store.ts';

type Deps = {
  platform: Platform;
  groups: GroupsStore;
  seats: SeatsStore;
  moves: GroupMoves;
  money: GroupMoney;
};

/** What the clock does to groups. */
export function groupTimekeeping({ platform, groups, seats, moves, money }: Deps) {
  const { clock, log } = platform;

  /** Does something to each group; one that fails keeps none of the others, and is due again in a minute. */
  async function forEach(ids: string[], work: (id: string) => Promise<unknown>): Promise<void> {
    for (const id of ids) {
      try {
        await work(id);
      } catch (error) {
        log.error({ err: error, groupId: id }, 'a group could not follow the clock');
      }
    }
  }

  /**
   * Reminds everybody who has not paid so long after the lock: once each, the latest first, since those that a server
   * missed while it was away are none any more.
   */
  async function remind(now: Date): Promise<void> {
    for (const [place, after] of [...REMIND_MS.entries()].reverse()) {
      const before = new Date(now.getTime() - after);
      await forEach(await groups.listToRemind(before, place + 1), (id) =>
        moves.withGroup(id, async (tx, row) => {
          if (row.state !== 'collecting' || row.reminders > place) return undefined;
          const due = (await seats.liveShares(tx, id)).filter(({ status }) => status === 'due');
          const reminded = await groups.update(tx, id, { reminders: place + 1 });
          await moves.tell(tx, reminded, 'reminder', {
            recipients: due.flatMap(({ holderId }) => holderId ?? []),
          });
          return undefined;
        }),
      );
    }
  }

  return {
    /** What time has brought about in one group. */
    async catchUp(groupId: string): Promise<void> {
      await moves.withGroup(groupId, async () => undefined);
    },

    /** Once a minute: deadlines, ends of suspensions, shares that were not paid, reminders. Late is as good as on time. */
    async keepTime(): Promise<void> {
      const now = clock.now();
      await forEach(await groups.listDue(now), async (id) => {
        await moves.withGroup(id, async () => undefined);
        await money.endShort(id);
      });
      await money.dropOverdue();
      await remind(now);
    },
  };
}
