import { randomUUID } from 'node:crypto';
import type { CatalogItem } from '@vialproof/contract/catalog';
import type { RequestSku } from '@vialproof/contract/orders';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { administration } from './catalog.administration.ts';
import { presentCatalogItem } from './catalog.presenter.ts';
import { catalogStore } from './catalog.store.ts';
import type { SkuRow } from './catalog.tables.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type Sku = RequestSku & { basePriceCents: number; includesSterility: boolean };
/** What decides how a test is measured. */
export type SkuKind = Pick<SkuRow, 'id' | 'slug' | 'name' | 'family' | 'includesSterility' | 'retiredAt'>;
export type NewSku = Omit<SkuRow, 'id' | 'retiredAt' | 'version'>;
export type Catalog = ReturnType<typeof createCatalog>;

/** What is sold. Prices are read here and frozen by orders. */
export function createCatalog(platform: Platform) {
  const store = catalogStore(platform.db.orm);
  const admin = administration(platform, store);

  return {
    /** Told inside the transaction of every change of what is sold. */
    changed: admin.changed,
    /** What admins do with the price list. */
    admin,

    /** The price list in its order. */
    async list(tx?: Tx): Promise<CatalogItem[]> {
      return (await store.listSold(tx)).map(presentCatalogItem);
    },

    /** A test that is sold now, or undefined. */
    async findSold(id: string, tx?: Tx): Promise<Sku | undefined> {
      const row = await store.findSold(id, tx);
      return row && describe(row);
    },

    /** Every test, retired or not, in the order of the price list. */
    kinds: (): Promise<SkuKind[]> => store.listAll(),

    /** One of them; undefined for any other id. */
    async findKind(id: string): Promise<SkuKind | undefined> {
      return UUID.test(id) ? (await store.findMany([id]))[0] : undefined;
    },

    /** The SKUs of these ids, retired ones included; throws when one is missing. */
    async selectMany(ids: Iterable<string>, tx?: Tx): Promise<(id: string) => Sku> {
      const rows = await store.findMany([...new Set(ids)], tx);
      const byId = new Map(rows.map((row) => [row.id, describe(row)]));
      return (id) => {
        const found = byId.get(id);
        if (!found) throw new Error(`sku ${id} is missing`);
        return found;
      };
    },

    /** Fills an installation's price list; SKUs that exist already stay as they are. */
    async addMissing(items: readonly NewSku[]): Promise<void> {
      await store.addMissing(
        platform.db.orm,
        items.map((item) => ({ ...item, id: randomUUID(), retiredAt: null, version: 1 })),
      );
    },
  };
}

function describe(row: SkuRow): Sku {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    sample_requirement: row.sampleRequirement,
    tat_text: row.tatText,
    basePriceCents: row.basePriceCents,
    includesSterility: row.includesSterility,
  };
}
