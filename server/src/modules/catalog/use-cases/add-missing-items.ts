import { randomUUID } from 'node:crypto';
import type { CatalogContext } from '../catalog.service.ts';
import { insertMissing } from '../catalog.store.ts';
import type { SkuRow } from '../catalog.tables.ts';

export type NewSku = Omit<SkuRow, 'id' | 'retiredAt' | 'version'>;

/** Adds tests that the price list lacks; existing ones stay. */
export async function addMissingItems({ platform }: CatalogContext, items: readonly NewSku[]): Promise<void> {
  await insertMissing(
    platform.db.orm,
    items.map((item) => ({ ...item, id: randomUUID(), retiredAt: null, version: 1 })),
  );
}
