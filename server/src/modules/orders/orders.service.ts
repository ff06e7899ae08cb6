import { randomBytes, randomUUID } from 'node:crypto';
import type {
  NewOrder,
  Order,
  OrderDetails,
  OrderSummary,
  RequestStatus,
  Stats,
} from '@vialproof/contract/orders';
import { ownerOnly, staffOnly, type Viewer } from '../../platform/access.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Payments } from '../payments/payments.service.ts';
import { DAY_SECONDS, orderCheckout } from './orders.checkout.ts';
import { refuseCreation } from './orders.creation.ts';
import { orderEnding } from './orders.ending.ts';
import { groupOrders } from './orders.groups.ts';
import { orderIntake } from './orders.intake.ts';
import { auditOrders } from './orders.ledger.ts';
import { orderMoves } from './orders.moves.ts';
import { orderParcel } from './orders.parcel.ts';
import { presentNew, presentOrder, presentSummary } from './orders.presenter.ts';
import { finalPriceCents, isOpenForChange, keyFrom } from './orders.rules.ts';
import { orderSettlement } from './orders.settlement.ts';
import { ordersStore } from './orders.store.ts';
import type { RequestRow } from './orders.tables.ts';

export type { PageAsk } from './orders.checkout.ts';
export type { Intake } from './orders.intake.ts';
export type { OrderNews } from './orders.moves.ts';
export { readKey, showKey } from './orders.rules.ts';
export type { RequestRow as TestRequestRecord } from './orders.tables.ts';
export type Orders = ReturnType<typeof createOrders>;

/** Test requests from draft to complete. */
export function createOrders(
  platform: Platform,
  deps: { accounts: Accounts; catalog: Catalog; payments: Payments },
) {
  const { db, clock, config } = platform;
  const { catalog } = deps;
  const store = ordersStore(db.orm);
  const moves = orderMoves(platform, store);
  const checkout = orderCheckout({ platform, store, moves, ...deps });
  const settlement = orderSettlement({ platform, store, moves, payments: deps.payments });
  const ending = orderEnding({
    platform,
    store,
    moves,
    payments: deps.payments,
    giveBack: settlement.giveBack,
  });
  const group = groupOrders({ platform, store, moves });
  const parcel = orderParcel({ platform, store, moves });
  const intake = orderIntake({ platform, store, moves, group, catalog });

  /** The viewer's own request; any other is not there. Ids that are none are not there either. */
  async function findOwn(viewer: Viewer, id: string): Promise<RequestRow | Refusal> {
    const row = isUuid(id) ? await store.find(id) : undefined;
    if (!row) return refuse('not_found');
    return ownerOnly(viewer, row.customerId) ?? row;
  }

  /** A request that the viewer may read: the own, or one that the viewer's group paid for. */
  async function findReadable(viewer: Viewer, id: string): Promise<RequestRow | Refusal> {
    const row = isUuid(id) ? await store.find(id) : undefined;
    if (!row) return refuse('not_found');
    return (await group.isReader(viewer.id, row)) ? row : refuse('not_found');
  }

  async function describe(row: RequestRow): Promise<Order> {
    const sku = (await catalog.selectMany([row.skuId]))(row.skuId);
    return presentOrder(row, sku, await store.events(row.id));
  }

  async function summarise(rows: RequestRow[]): Promise<OrderSummary[]> {
    const skuOf = await catalog.selectMany(rows.map((row) => row.skuId));
    return rows.map((row) => presentSummary(row, skuOf(row.skuId)));
  }

  return {
    /** What the ledger's check compares of every order. */
    audit: auditOrders(deps.payments),
    /** Every change of a request, told inside its transaction. */
    changed: moves.changed,
    createForGroup: group.create,
    cancelForGroup: group.cancel,
    putSpecimenForGroup: group.putSpecimen,
    trackForGroup: parcel.track,
    isReader: group.isReader,
    notOwn: group.notOwn,
    readersOf: group.readersOf,
    receive: intake.receive,
    intakeOutcomeOf: intake.outcomeOf,
    registerSeller: checkout.registerSeller,
    checkout: checkout.checkout,
    checkoutState: checkout.checkoutState,
    settle: settlement.settle,
    settleTogether: settlement.settleTogether,
    expire: ending.expire,
    remind: ending.remind,
    reminderBeforeExpiry: ending.reminderBeforeExpiry,

    /** Begins a draft at today's price. Refuses sku_not_sold, payment_method_unavailable, too_many_drafts, rate_limited. */
    async create(
      tx: Tx,
      viewer: Viewer,
      ask: { skuId: string; paymentMethod: 'stripe' | 'coinbase' },
    ): Promise<NewOrder | Refusal> {
      const sku = await catalog.findSold(ask.skuId, tx);
      if (!sku) return refuse('sku_not_sold');
      if (!checkout.isOffered(ask.paymentMethod)) return refuse('payment_method_unavailable');
      const createdAt = clock.now();
      const tooMany = await refuseCreation(tx, store, viewer.id, createdAt);
      if (tooMany) return tooMany;
      const row = await store.insert(tx, {
        id: randomUUID(),
        uniqueKey: keyFrom(randomBytes(12)),
        customerId: viewer.id,
        skuId: sku.id,
        paymentMethod: ask.paymentMethod,
        basePriceCents: sku.basePriceCents,
        finalPriceCents: sku.basePriceCents,
        expiresAt: secondsAfter(createdAt, DAY_SECONDS),
        createdAt,
      });
      await moves.begin(tx, row, { kind: 'customer', id: viewer.id });
      return presentNew(row);
    },

    /** Details and visibility, until the order is paid. The percent is the installation's; the client's is only compared. */
    async putDetails(viewer: Viewer, id: string, details: OrderDetails): Promise<Order | Refusal> {
      const before = await findOwn(viewer, id);
      if (isRefusal(before)) return before;
      if (!isOpenForChange(before.status)) return refuse('order_locked');
      const isPublic = details.visibility === 'public';
      const percent = isPublic ? config.publicDiscountPercent : 0;
      const price = finalPriceCents(before.basePriceCents, percent, details.visibility);
      if (
        isPublic &&
        details.public_discount_percent !== undefined &&
        details.public_discount_percent !== percent
      ) {
        return refuse('price_changed', undefined, { amount_cents: price });
      }
      const reprices = before.status === 'pending_payment' && price !== before.finalPriceCents;
      if (reprices) {
        const paid = await checkout.closeForChange(id);
        if (paid) return paid;
      }
      const saved = await db.transaction(async (tx) => {
        const row = await store.findForUpdate(tx, id);
        if (!row || !isOpenForChange(row.status)) return refuse('order_locked');
        const change = {
          visibility: details.visibility,
          publicDiscountPercent: percent,
          finalPriceCents: price,
          compoundName: details.compound_name ?? null,
          dosageText: details.dosage_text ?? null,
          manufacturer: details.manufacturer ?? null,
          batchCode: details.batch_code ?? null,
          notes: details.notes ?? null,
        };
        if (row.status !== 'pending_payment' || price === row.finalPriceCents)
          return moves.change(tx, id, change);
        if (!reprices || (await checkout.isBeingPaid(tx, id)))
          return refuse('order_locked', 'A payment page was opened in the meantime. Please try again.');
        return moves.move(tx, row, 'reopened_for_change', {
          actor: { kind: 'customer', id: viewer.id },
          change,
        });
      });
      return isRefusal(saved) ? saved : describe(saved);
    },

    async cancelOwn(viewer: Viewer, id: string): Promise<Order | Refusal> {
      const own = await findOwn(viewer, id);
      if (isRefusal(own)) return own;
      if (own.groupTestId) return refuse('order_locked', 'Only an admin can cancel the test of a group.');
      const row = await ending.cancel(id, 'customer', { kind: 'customer', id: viewer.id });
      return isRefusal(row) ? row : describe(row);
    },

    async selectOwn(viewer: Viewer, id: string): Promise<Order | Refusal> {
      const row = await findReadable(viewer, id);
      return isRefusal(row) ? row : describe(row);
    },

    async listOwn(
      viewer: Viewer,
      filter: { q?: string | undefined; status?: RequestStatus | undefined } = {},
    ) {
      const needle = filter.q?.toLowerCase();
      const sold = needle ? await catalog.list() : [];
      const skuIds = sold.filter((sku) => sku.name.toLowerCase().includes(needle ?? '')).map((sku) => sku.id);
      return summarise(await store.listOf(viewer.id, { ...filter, skuIds }));
    },

    /** The dashboard's counters and the five newest. */
    async statsOf(viewer: Viewer): Promise<Stats> {
      const counts = await store.countByStatus(viewer.id);
      const sum = (...statuses: RequestStatus[]) =>
        statuses.reduce((n, status) => n + (counts.get(status) ?? 0), 0);
      const recent = await summarise((await store.listOf(viewer.id)).slice(0, 5));
      return {
        active: sum('paid', 'awaiting_sample', 'received'),
        awaiting_payment: sum('draft', 'pending_payment'),
        complete: sum('complete'),
        recent: recent.map(({ id, sku, task_number, status }) => ({
          id,
          sku_name: sku.name,
          task_number,
          status,
        })),
      };
    },

    /** The customer's parcel number, while the sample is on its way. */
    async putTracking(viewer: Viewer, id: string, trackingNumber: string): Promise<Order | Refusal> {
      const own = await findOwn(viewer, id);
      if (isRefusal(own)) return own;
      const row = await db.transaction((tx) => parcel.track(tx, id, viewer.id, trackingNumber));
      return isRefusal(row) ? row : describe(row);
    },

    /** Shows a completed private test to everybody; there is no way back. Refuses wrong_state for any other. */
    async publishPublicly(viewer: Viewer, id: string): Promise<Order | Refusal> {
      const own = await findOwn(viewer, id);
      if (isRefusal(own)) return own;
      const row = await db.transaction(async (tx) => {
        const now = await store.findForUpdate(tx, id);
        if (now?.status !== 'complete')
          return refuse('wrong_state', 'Only a completed test can be made public.');
        if (now.groupTestId)
          return refuse('wrong_state', 'The test of a group stays as private or public as the group.');
        if (now.visibility === 'public') return refuse('wrong_state', 'This test is public already.');
        const actor = { kind: 'customer' as const, id: viewer.id };
        return moves.move(tx, now, 'made_public', { actor, change: { visibility: 'public' } });
      });
      return isRefusal(row) ? row : describe(row);
    },

    /** For staff: a request by id or task number, locked when `tx` is given. */
    async findForStaff(viewer: Viewer, idOrTask: string, tx?: Tx): Promise<RequestRow | Refusal> {
      const hidden = staffOnly(viewer);
      if (hidden) return hidden;
      const task = /^\d{1,15}$/.test(idOrTask) ? await store.findByTask(Number(idOrTask), tx) : undefined;
      const id = task?.id ?? (isUuid(idOrTask) ? idOrTask : undefined);
      if (!id) return refuse('not_found');
      const row = tx ? await store.findForUpdate(tx, id) : (task ?? (await store.find(id)));
      return row ?? refuse('not_found');
    },

    /**
     * Publication completes the request (received → complete). Of a complete one it amends the result, for `reason`: the
     * timeline says so, and the request stays as and when it was completed.
     */
    async complete(
      tx: Tx,
      row: RequestRow,
      staffId: string,
      reason: string | null,
    ): Promise<RequestRow | Refusal> {
      const actor = { kind: 'staff' as const, id: staffId };
      if (row.status === 'complete') return moves.move(tx, row, 'result_amended', { actor, note: reason });
      return moves.move(tx, row, 'completed', { actor, change: { completedAt: clock.now() } });
    },

    /** A retraction returns the request to the laboratory (complete → received). */
    reopen(tx: Tx, row: RequestRow, staffId: string, reason: string): Promise<RequestRow | Refusal> {
      const change = { completedAt: null };
      return moves.move(tx, row, 'result_retracted', {
        actor: { kind: 'staff', id: staffId },
        note: reason,
        change,
      });
    },

    /** The request's row, for modules above; throws when it is missing. */
    async select(id: string, tx?: Tx): Promise<RequestRow> {
      const row = await store.find(id, tx);
      if (!row) throw new Error(`request ${id} is missing`);
      return row;
    },

    /** The request's row, or undefined for an unknown id or one that is no id. */
    find: async (id: string, tx?: Tx): Promise<RequestRow | undefined> =>
      isUuid(id) ? store.find(id, tx) : undefined,

    timelineOf: async (row: RequestRow) => (await describe(row)).timeline,
    skuOf: async (row: RequestRow) => (await catalog.selectMany([row.skuId]))(row.skuId),
  };
}
