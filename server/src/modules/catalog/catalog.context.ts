import type { Queryable, Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { prepareListSold } from './catalog.store.ts';

/** A change of what is sold; `isDescribedAnew` when its words or contents changed. */
export type CatalogEvent = { skuId: string; isDescribedAnew: boolean };

export type CatalogContext = {
  platform: Platform;
  /** What follows a change of what is sold. */
  afterCatalogChange: (tx: Tx, event: CatalogEvent) => Promise<void>;
  /** Those of these SKUs under which anything was ever ordered; the orders know it, a module above. */
  findOrderedSkus: (db: Queryable, skuIds: string[]) => Promise<Set<string>>;
  /** The prepared statement of the public price list. */
  listSold: ReturnType<typeof prepareListSold>;
};

export type CatalogDeps = Omit<CatalogContext, 'platform' | 'listSold'>;

export function catalogContext(platform: Platform, deps: CatalogDeps): CatalogContext {
  return {
    platform,
    ...deps,
    listSold: prepareListSold(platform.db.orm),
  };
}
