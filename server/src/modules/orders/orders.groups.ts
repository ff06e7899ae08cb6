import { randomBytes, randomUUID } from 'node:crypto';
import { notOwnOrder, type Viewer } from '../../platform/access.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Actor, OrderMoves } from './orders.moves.ts';
import { keyFrom, type OrderEvent } from './orders.rules.ts';
import type { ordersStore } from './orders.store.ts';
import type { RequestRow } from './orders.tables.ts';

type Deps = { platform: Platform; store: ReturnType<typeof ordersStore>; moves: OrderMoves };
type GroupOrder = {
  groupTestId: string;
  organizerId: string;
  /** The members who paid. */
  readers: string[];
  skuId: string;
  isPublic: boolean;
  priceCents: number;
};
type Specimen = {
  compound_name?: string | undefined;
  dosage_text?: string | undefined;
  manufacturer?: string | undefined;
  batch_code?: string | undefined;
  notes?: string | undefined;
};

const SYSTEM: Actor = { kind: 'system' };
/** The steps that an order of one person takes one after the other; the group's money is in already. */
const STEPS: OrderEvent[] = ['checkout_opened', 'paid', 'ready_for_sample'];

/** Requests that a group paid for: the organizer's by name, and read by everybody who paid. */
export function groupOrders({ platform, store, moves }: Deps) {
  const { clock } = platform;

  async function isReader(userId: string, row: RequestRow): Promise<boolean> {
    if (row.customerId === userId) return true;
    return row.groupTestId !== null && (await store.readers(row.id)).includes(userId);
  }

  return {
    /** Whether somebody may read the request: its owner, or a member of the group that paid for it. */
    isReader,
    readersOf: (requestId: string, tx?: Tx): Promise<string[]> => store.readers(requestId, tx),

    /** Staff never handle their own order, or their own group's. */
    notOwn: async (viewer: Viewer, row: RequestRow): Promise<Refusal | undefined> =>
      (await isReader(viewer.id, row)) ? refuse('own_order') : notOwnOrder(viewer, row.customerId),

    /** The request of a group that has paid, waiting for the sample: every step is written, none is skipped. */
    async create(tx: Tx, ask: GroupOrder): Promise<RequestRow | Refusal> {
      const at = clock.now();
      let row: RequestRow | Refusal = await store.insert(tx, {
        id: randomUUID(),
        uniqueKey: keyFrom(randomBytes(12)),
        customerId: ask.organizerId,
        skuId: ask.skuId,
        paymentMethod: 'stripe',
        basePriceCents: ask.priceCents,
        finalPriceCents: ask.priceCents,
        expiresAt: null,
        createdAt: at,
        groupTestId: ask.groupTestId,
        visibility: ask.isPublic ? 'public' : 'private',
      });
      await store.addReaders(tx, row.id, ask.readers);
      await moves.begin(tx, row, SYSTEM);
      for (const step of STEPS) {
        const change = step === 'paid' ? { paidAt: at } : {};
        row = await moves.move(tx, row, step, { actor: SYSTEM, change });
        if (isRefusal(row)) return row;
      }
      return row;
    },

    /** Cancels before the sample is received; the group gives the money back. */
    async cancel(tx: Tx, requestId: string, staff: Viewer): Promise<RequestRow | Refusal> {
      const row = await store.findForUpdate(tx, requestId);
      if (!row) return refuse('not_found');
      const change = { cancelledAt: clock.now(), cancelledBy: 'staff' as const };
      return moves.move(tx, row, 'cancelled', { actor: { kind: 'staff', id: staff.id }, change });
    },

    /** What the vial is, until it is received; what is left out becomes null. */
    async putSpecimen(tx: Tx, requestId: string, specimen: Specimen): Promise<RequestRow | Refusal> {
      const row = await store.findForUpdate(tx, requestId);
      if (row?.status !== 'awaiting_sample') return refuse('wrong_state');
      return moves.change(tx, requestId, {
        compoundName: specimen.compound_name ?? null,
        dosageText: specimen.dosage_text ?? null,
        manufacturer: specimen.manufacturer ?? null,
        batchCode: specimen.batch_code ?? null,
        notes: specimen.notes ?? null,
      });
    },
  };
}
