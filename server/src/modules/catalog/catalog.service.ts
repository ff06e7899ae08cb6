import type { Platform } from '../../platform/platform.ts';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { prepareListSold } from './catalog.store.ts';

export type { SkuKind } from './catalog.queries.ts';
export {
  findSkuKind,
  findSoldSku,
  listSkuKinds,
  listSkusForStaff,
  listSold,
  selectSkus,
} from './catalog.queries.ts';
export { addCatalogItem } from './use-cases/add-catalog-item.ts';
export type { NewSku } from './use-cases/add-missing-items.ts';
export { addMissingItems } from './use-cases/add-missing-items.ts';
export { changeCatalogItem } from './use-cases/change-catalog-item.ts';
export { moveCatalogItem } from './use-cases/move-catalog-item.ts';
export { bringBackCatalogItem, retireCatalogItem } from './use-cases/retire-catalog-item.ts';
export { setPopularRank } from './use-cases/set-popular-rank.ts';

/** A change of the price list. `isDescribedAnew`: its texts or contents have changed. */
export type CatalogEvent = { skuId: string; isDescribedAnew: boolean };

export type CatalogContext = {
  platform: Platform;
  /** What other modules do after a change of the price list. */
  afterCatalogChange: (tx: Tx, event: CatalogEvent) => Promise<void>;
  /** Which of these tests were ordered; the module orders answers this. */
  findOrderedSkus: (db: Queryable, skuIds: string[]) => Promise<Set<string>>;
  /** The prepared query of the public price list. */
  listSold: ReturnType<typeof prepareListSold>;
};

export type CatalogDeps = Omit<CatalogContext, 'platform' | 'listSold'>;

/** The context of the price list. An order stores its own price. */
export function createCatalogContext(platform: Platform, deps: CatalogDeps): CatalogContext {
  return { platform, ...deps, listSold: prepareListSold(platform.db.orm) };
}
