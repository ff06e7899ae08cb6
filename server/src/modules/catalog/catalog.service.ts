import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import { type CatalogDeps, catalogContext } from './catalog.context.ts';
import { findKind, findSold, listForStaff, listKinds, listSold, selectMany } from './catalog.queries.ts';
import { addCatalogItem } from './use-cases/add-catalog-item.ts';
import { addMissingItems } from './use-cases/add-missing-items.ts';
import { changeCatalogItem } from './use-cases/change-catalog-item.ts';
import { moveCatalogItem } from './use-cases/move-catalog-item.ts';
import { bringBackCatalogItem, retireCatalogItem } from './use-cases/retire-catalog-item.ts';
import { setPopularRank } from './use-cases/set-popular-rank.ts';

export type { CatalogEvent } from './catalog.context.ts';
export type { SkuKind } from './catalog.queries.ts';
export type { NewSku } from './use-cases/add-missing-items.ts';
export type Catalog = ReturnType<typeof createCatalog>;

/** What is sold. Prices are read here and frozen by orders. */
export function createCatalog(platform: Platform, deps: CatalogDeps) {
  const ctx = catalogContext(platform, deps);
  return {
    ...bindContext(ctx, {
      list: listSold,
      findSold,
      kinds: listKinds,
      findKind,
      selectMany,
      addMissing: addMissingItems,
    }),
    /** What admins do with the price list. */
    admin: bindContext(ctx, {
      listForStaff,
      create: addCatalogItem,
      update: changeCatalogItem,
      retire: retireCatalogItem,
      bringBack: bringBackCatalogItem,
      place: moveCatalogItem,
      setPopular: setPopularRank,
    }),
  };
}
