import { randomUUID } from 'node:crypto';
import type { CreateSku, StaffSku, UpdateSku } from '@vialproof/contract/catalog-staff';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { createTopic } from '../../platform/topic.ts';
import { presentStaffSku, toFields } from './catalog.presenter.ts';
import { changesOf, placeAfter, rankPopular } from './catalog.rules.ts';
import type { CatalogStore, OrderedSkuRow } from './catalog.store.ts';
import type { SkuRow } from './catalog.tables.ts';

/** Told inside the transaction of every change of what is sold; `isDescribedAnew` when its words or contents changed. */
export type CatalogNews = { skuId: string; isDescribedAnew: boolean };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What admins do with the price list. Every change is written down, with what it changed. */
export function administration({ db, clock }: Platform, store: CatalogStore) {
  const changed = createTopic<CatalogNews>();

  async function tell(
    tx: Tx,
    viewer: Viewer,
    skuId: string,
    action: string,
    detail: Record<string, unknown>,
  ) {
    await recordAudit(tx, {
      at: clock.now(),
      actorId: viewer.id,
      action: `sku.${action}`,
      subject: { kind: 'sku', id: skuId },
      detail,
    });
    const isDescribedAnew = ['name', 'description', 'includes_sterility'].some((field) => field in detail);
    await changed.publish(tx, { skuId, isDescribedAnew: action === 'changed' && isDescribedAnew });
  }

  /** Runs a change of one test as an admin, with the list locked and its row also against orders. */
  async function withSku(
    viewer: Viewer,
    id: string,
    work: (tx: Tx, row: OrderedSkuRow, all: SkuRow[]) => Promise<OrderedSkuRow | Refusal>,
  ): Promise<StaffSku | Refusal> {
    const hidden = adminOnly(viewer);
    if (hidden) return hidden;
    if (!UUID.test(id)) return refuse('not_found');
    const row = await db.transaction(async (tx) => {
      const all = await store.lockAll(tx);
      const held = await store.findForUpdate(tx, id);
      return held ? work(tx, held, all) : refuse('not_found');
    });
    return isRefusal(row) ? row : presentStaffSku(row);
  }

  /** Runs a change of the list's order as an admin, with all of it locked; answers the list. */
  async function withAll(
    viewer: Viewer,
    id: string,
    work: (tx: Tx, row: SkuRow, all: SkuRow[]) => Promise<Refusal | undefined>,
  ): Promise<StaffSku[] | Refusal> {
    const hidden = adminOnly(viewer);
    if (hidden) return hidden;
    return db.transaction(async (tx) => {
      const all = await store.lockAll(tx);
      const row = all.find((one) => one.id === id);
      if (!row) return refuse('not_found');
      return (await work(tx, row, all)) ?? (await store.listAll(tx)).map(presentStaffSku);
    });
  }

  const next = async (tx: Tx, row: OrderedSkuRow, change: Partial<SkuRow>): Promise<OrderedSkuRow> => ({
    ...(await store.update(tx, row.id, { ...change, version: row.version + 1 })),
    hasOrders: row.hasOrders,
  });

  return {
    changed,

    /** Every test in the order of the price list, retired ones included. */
    async listForStaff(viewer: Viewer): Promise<StaffSku[] | Refusal> {
      return adminOnly(viewer) ?? (await store.listAll()).map(presentStaffSku);
    },

    /** A new test at the end of the list. Refuses invalid_fields when its slug is taken. */
    async create(viewer: Viewer, { slug, ...fields }: CreateSku): Promise<StaffSku | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      return db.transaction(async (tx) => {
        const last = (await store.lockAll(tx)).at(-1)?.sortOrder ?? 0;
        const row = await store.insert(tx, {
          id: randomUUID(),
          slug,
          ...toColumns(fields),
          popularRank: null,
          sortOrder: last + 10,
          retiredAt: null,
          version: 1,
        });
        if (!row) {
          const message = 'Another test has this address, perhaps a retired one.';
          return refuse('invalid_fields', message, { errors: [{ path: 'slug', message }] });
        }
        await tell(tx, viewer, row.id, 'created', { slug, ...fields });
        return presentStaffSku({ ...row, hasOrders: false });
      });
    },

    /**
     * Changes words and price. Refuses stale_version, and invalid_fields when it would change what was included in
     * tests that were ordered already. A save that changes nothing leaves no trace.
     */
    update: (viewer: Viewer, id: string, { version, ...fields }: UpdateSku) =>
      withSku(viewer, id, async (tx, row) => {
        if (row.version !== version) return refuse('stale_version');
        const changes = changesOf(toFields(row), fields);
        if (Object.keys(changes).length === 0) return row;
        if (changes.includes_sterility && row.hasOrders) {
          const message =
            'This test has been ordered, so what it includes stays. Retire it and create another.';
          return refuse('invalid_fields', message, { errors: [{ path: 'includes_sterility', message }] });
        }
        const saved = await next(tx, row, toColumns(fields));
        await tell(tx, viewer, id, 'changed', changes);
        return saved;
      }),

    /** Takes a test off the price list and from the popular ones. Refuses stale_version, wrong_state. */
    retire: (viewer: Viewer, id: string, version: number) =>
      withSku(viewer, id, async (tx, row, all) => {
        if (row.version !== version) return refuse('stale_version');
        if (row.retiredAt) return refuse('wrong_state', 'This test is retired already.');
        if (row.popularRank !== null) await store.setPopular(tx, rankPopular(popularOf(all), id, null));
        const saved = await next(tx, row, { retiredAt: clock.now(), popularRank: null });
        await tell(tx, viewer, id, 'retired', { name: row.name });
        return saved;
      }),

    /** Sells a retired test again, where it stood in the list. Refuses stale_version, wrong_state. */
    bringBack: (viewer: Viewer, id: string, version: number) =>
      withSku(viewer, id, async (tx, row) => {
        if (row.version !== version) return refuse('stale_version');
        if (!row.retiredAt) return refuse('wrong_state', 'This test is on sale already.');
        const saved = await next(tx, row, { retiredAt: null });
        await tell(tx, viewer, id, 'brought_back', { name: row.name });
        return saved;
      }),

    /**
     * Moves a test behind another one, or to the top. Says where it goes and not how all stand, so two people who
     * arrange the list at the same time undo nothing of each other.
     */
    place: (viewer: Viewer, id: string, afterId: string | null) =>
      withAll(viewer, id, async (tx, row, all) => {
        const ids = all.map((one) => one.id);
        if (afterId !== null && (afterId === id || !ids.includes(afterId))) {
          const message = 'There is no such test to stand behind.';
          return refuse('invalid_fields', message, { errors: [{ path: 'after_id', message }] });
        }
        const order = placeAfter(ids, id, afterId);
        if (order.join() === ids.join()) return undefined;
        await store.setOrder(tx, order);
        const after = all.find((one) => one.id === afterId);
        await tell(tx, viewer, id, 'moved', { name: row.name, behind: after?.name ?? null });
        return undefined;
      }),

    /** Gives a test a place among the popular ones, or takes it away. Refuses wrong_state for a retired one. */
    setPopular: (viewer: Viewer, id: string, rank: number | null) =>
      withAll(viewer, id, async (tx, row, all) => {
        if (row.retiredAt) return refuse('wrong_state', 'A retired test cannot be popular.');
        const before = popularOf(all);
        const after = rankPopular(before, id, rank);
        if (after.join() === before.join()) return undefined;
        await store.setPopular(tx, after);
        const to = after.indexOf(id) + 1 || null;
        await tell(tx, viewer, id, 'popular_changed', { name: row.name, from: row.popularRank, to });
        return undefined;
      }),
  };
}

function popularOf(rows: SkuRow[]): string[] {
  return rows
    .filter((row) => row.popularRank !== null)
    .sort((one, other) => (one.popularRank ?? 0) - (other.popularRank ?? 0))
    .map((row) => row.id);
}

function toColumns(fields: Omit<CreateSku, 'slug'>) {
  return {
    name: fields.name,
    description: fields.description,
    family: fields.family,
    sampleRequirement: fields.sample_requirement,
    tatText: fields.tat_text,
    basePriceCents: fields.base_price_cents,
    includesSterility: fields.includes_sterility,
  };
}
