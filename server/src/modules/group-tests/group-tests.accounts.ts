import type { GroupAccounts, GroupTest, PayoutBody } from '@vialproof/contract/group-tests';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { GroupMoney } from './group-tests.money.ts';
import type { GroupMoves } from './group-tests.moves.ts';
import { presentAccounts } from './group-tests.presenter.ts';
import type { groupReading } from './group-tests.reading.ts';
import { UNRECEIVED_MS } from './group-tests.rules.ts';
import { type GroupStep, isGroupId } from './group-tests.step.ts';
import type { GroupsStore } from './group-tests.store.ts';
import type { SeatsStore } from './seats.store.ts';

type GroupForStaff = {
  group: GroupTest;
  reason: 'nothing_received' | 'payout_owed';
  payable_from: string | null;
};

const waitsUntil = (from: Date): string =>
  `Card payments can still be taken back: this is paid out from ${from.toISOString().slice(0, 16).replace('T', ' ')} UTC on, and earlier only with a reason.`;

type Deps = {
  platform: Platform;
  groups: GroupsStore;
  seats: SeatsStore;
  moves: GroupMoves;
  money: GroupMoney;
  reading: ReturnType<typeof groupReading>;
  step: GroupStep;
};

/** The books of a group: who sees them, and what admins settle by hand. */
export function groupAccounts({ platform, groups, seats, moves, money, reading, step }: Deps) {
  const { clock } = platform;

  /** Every share and every movement; for members, past payers, the organizer and admins. */
  async function accounts(viewer: Viewer, id: string, tx?: Tx): Promise<GroupAccounts | Refusal> {
    const row = await step.find(id, tx);
    if (isRefusal(row)) return row;
    const members = await seats.members(id, tx);
    const shares = await seats.shares(id, tx);
    const isInside =
      viewer.role === 'admin' ||
      viewer.id === row.organizerId ||
      members.some(({ userId, state }) => userId === viewer.id && state === 'joined') ||
      shares.some(({ holderId, paymentId }) => holderId === viewer.id && paymentId !== null);
    if (!isInside) return refuse('forbidden', 'The accounts of a group are for its members.');
    const shareIds = shares.map((share) => share.id);
    return presentAccounts(row, {
      viewerId: viewer.id,
      cost: money.costOf(row),
      shares,
      paymentOf: (await money.paymentsOfShares(shareIds, tx)).ofShare,
      movements: await money.movementsOf(id, shareIds, tx),
      payableFrom: row.senderId ? await money.payableFrom(id, tx) : null,
      personOf: await reading.peopleOf(
        [...shares.flatMap(({ holderId }) => holderId ?? []), ...(row.senderId ? [row.senderId] : [])],
        tx,
      ),
    });
  }

  return {
    accounts: (viewer: Viewer, id: string) => accounts(viewer, id),

    /** What waits for an admin. */
    async forStaff(viewer: Viewer): Promise<GroupForStaff[] | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      const rows = await groups.listForStaff(new Date(clock.now().getTime() - UNRECEIVED_MS));
      const shown = await reading.present(rows);
      const waiting: GroupForStaff[] = [];
      for (const [place, row] of rows.entries()) {
        const group = shown[place];
        if (!group) continue;
        const from = row.receivedAt ? await money.payableFrom(row.id) : null;
        const reason = row.receivedAt ? 'payout_owed' : 'nothing_received';
        waiting.push({ group, reason, payable_from: from?.toISOString() ?? null });
      }
      return waiting;
    },

    /**
     * Shipping and vial have been paid out to the sender. Refuses payout_waits until so many days after the last card
     * payment (see `payableFrom`), unless the admin releases it with a reason, which stands in the audit log.
     */
    async payOut(
      tx: Tx,
      viewer: Viewer,
      id: string,
      { release }: PayoutBody,
    ): Promise<GroupAccounts | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      if (!isGroupId(id)) return refuse('not_found');
      const row = await moves.within(tx, id);
      if (!row) return refuse('not_found');
      if (!row.senderId || row.payoutAt) return refuse('wrong_state');
      if (row.senderId === viewer.id) return refuse('own_order');
      const from = await money.payableFrom(id, tx);
      const isEarly = from !== null && from > clock.now();
      if (isEarly && !release) return refuse('payout_waits', waitsUntil(from));
      await money.payOut(tx, row, viewer.id);
      await moves.tell(tx, row, 'paid_out', { actorId: row.senderId, recipients: [row.senderId] });
      await recordAudit(tx, {
        at: clock.now(),
        actorId: viewer.id,
        action: 'group.payout',
        subject: { kind: 'group', id },
        detail: {
          cents: row.shippingCents + row.vialCents,
          ...(isEarly && release ? { released_early: release.reason, payable_from: from.toISOString() } : {}),
        },
      });
      return accounts(viewer, id, tx);
    },
  };
}
