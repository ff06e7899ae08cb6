import type { Platform } from '../../platform/platform.ts';
import { createTopic, type Topic } from '../../platform/topic.ts';
import { prepareListSold } from './catalog.store.ts';

/** Published in the same transaction as every change of what is sold; `isDescribedAnew` when its words or contents changed. */
export type CatalogEvent = { skuId: string; isDescribedAnew: boolean };

export type CatalogContext = {
  platform: Platform;
  changed: Topic<CatalogEvent>;
  /** The prepared statement of the public price list. */
  listSold: ReturnType<typeof prepareListSold>;
};

export function catalogContext(platform: Platform): CatalogContext {
  return {
    platform,
    changed: createTopic<CatalogEvent>(),
    listSold: prepareListSold(platform.db.orm),
  };
}
