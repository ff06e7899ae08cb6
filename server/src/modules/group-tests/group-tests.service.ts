import { randomUUID } from 'node:crypto';
import type { GroupCategory, GroupDetail, GroupTest, JoinBody } from '@vialproof/contract/group-tests';
import type { Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import { groupAccounts } from './group-tests.accounts.ts';
import { groupEnding } from './group-tests.ending.ts';
import { auditShares } from './group-tests.ledger.ts';
import { groupMoney } from './group-tests.money.ts';
import { groupMoves } from './group-tests.moves.ts';
import { groupOrganizing } from './group-tests.organizing.ts';
import { groupParcel } from './group-tests.parcel.ts';
import { groupsPersonalPart } from './group-tests.privacy.ts';
import { groupReading } from './group-tests.reading.ts';
import { LAST_MOMENT_MS, STATES_OF, takesOffers } from './group-tests.rules.ts';
import { groupSeats } from './group-tests.seats.ts';
import { groupStep, isGroupId } from './group-tests.step.ts';
import { groupsStore } from './group-tests.store.ts';
import { groupTimekeeping } from './group-tests.timekeeping.ts';
import { plainRefusal } from './seats.rules.ts';
import { seatsStore } from './seats.store.ts';
import { standingStore } from './standing.store.ts';

export type { GroupMailFacts } from './group-tests.reading.ts';
export type Groups = ReturnType<typeof createGroups>;

const OFFERS = { points: 30, seconds: 3_600 };

/** Group tests: strangers share the cost of one test, and every cent is accounted for. */
export function createGroups(
  platform: Platform,
  deps: { accounts: Accounts; catalog: Catalog; ledger: Ledger; orders: Orders; payments: Payments },
) {
  const { db, clock, limits } = platform;
  const standingOf = standingStore(db.pool);
  const groups = groupsStore(db.orm);
  const seats = seatsStore(db.orm);
  const moves = groupMoves(platform, groups, seats);
  const seating = groupSeats(platform, groups, seats, moves);
  const money = groupMoney({ platform, groups, seats, moves, seating, ...deps });
  const reading = groupReading({ platform, groups, seats, money, ...deps });
  const step = groupStep({ groups, moves, reading });
  const ending = groupEnding({ platform, groups, seats, moves, money, ...deps });

  return {
    /** Everything that happens in a group, told inside its transaction. */
    changed: moves.changed,
    /** What the ledger's check compares of every share. */
    audit: auditShares(seats, deps.payments),
    checkout: money.checkout,
    standingOf: money.standingOf,
    settle: money.settle,
    closePage: money.closePage,
    ...groupTimekeeping({ platform, groups, seats, moves, money }),
    ...groupOrganizing({ platform, groups, seats, moves, ending, step, ...deps }),
    ...groupParcel({ money, step, ...deps }),
    ...groupAccounts({ platform, groups, seats, moves, money, reading, step }),
    mailFactsOf: reading.mailFacts,
    senderOf: reading.senderOf,
    nameOfGroup: async (id: string) => (await groups.find(id))?.title,

    /** The groups of one tab: public ones, and the viewer's own. */
    async list(category: GroupCategory, viewer: Viewer | null): Promise<GroupTest[]> {
      const edge = new Date(clock.now().getTime() + LAST_MOMENT_MS);
      const deadline = category === 'open' ? { after: edge } : category === 'last' ? { upTo: edge } : {};
      return reading.present(await groups.list(STATES_OF[category], viewer?.id ?? null, deadline));
    },

    detail: (id: string, viewer: Viewer | null): Promise<GroupDetail | Refusal> =>
      isGroupId(id) ? reading.detail(id, viewer) : Promise.resolve(refuse('not_found')),

    /** Refuses price_changed when it would cost more than the person was shown. */
    async join(
      viewer: Viewer,
      id: string,
      { action, amount_cents: shownCents }: JoinBody,
    ): Promise<GroupDetail | Refusal> {
      const standing = isGroupId(id) ? await standingOf(id, viewer.id) : undefined;
      if (!standing) return refuse('not_found');
      const refusal = plainRefusal(standing, action, clock.now());
      if (refusal) return refuse(refusal);
      return step.take(viewer, id, (tx, row) => seating[action](tx, row, viewer, shownCents));
    },

    /** Offers to send the vial, until the laboratory has it. */
    async volunteer(viewer: Viewer, id: string, note: string): Promise<GroupDetail | Refusal> {
      const refused = await limits.take('group-volunteer', viewer.id, OFFERS);
      if (refused) return refused;
      return step.take(viewer, id, async (tx, row) => {
        if (!takesOffers(row)) return refuse('wrong_state');
        const offer = {
          id: randomUUID(),
          groupId: id,
          userId: viewer.id,
          note,
          status: 'requested' as const,
          createdAt: clock.now(),
        };
        await groups.saveVolunteer(tx, offer);
        await moves.tell(tx, row, 'volunteered', { actorId: viewer.id, recipients: [row.organizerId] });
        return undefined;
      });
    },

    /** A person's part in groups, for the export and the deletion of an account. */
    personal: groupsPersonalPart({ groups, seats, moves, seating, end: ending.end }),
  };
}
