import type { Queryable } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTopic, type Topic } from '../../platform/topic.ts';
import { prepareListSold } from './catalog.store.ts';

/** Published in the same transaction as every change of what is sold; `isDescribedAnew` when its words or contents changed. */
export type CatalogEvent = { skuId: string; isDescribedAnew: boolean };

export type CatalogContext = {
  platform: Platform;
  changed: Topic<CatalogEvent>;
  /** Those of these SKUs under which anything was ever ordered; the orders know it, a module above. */
  findOrderedSkus: (db: Queryable, skuIds: string[]) => Promise<Set<string>>;
  /** The prepared statement of the public price list. */
  listSold: ReturnType<typeof prepareListSold>;
};

export type CatalogDeps = Pick<CatalogContext, 'findOrderedSkus'>;

export function catalogContext(platform: Platform, deps: CatalogDeps): CatalogContext {
  return {
    platform,
    ...deps,
    changed: createTopic<CatalogEvent>(),
    listSold: prepareListSold(platform.db.orm),
  };
}
