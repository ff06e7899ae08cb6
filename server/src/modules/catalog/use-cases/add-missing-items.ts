import { randomUUID } from 'node:crypto';
import type { CatalogContext } from '../catalog.service.ts';
import { insertMissing } from '../catalog.store.ts';
import type { SkuRow } from '../catalog.tables.ts';

export type NewSku = Omit<SkuRow, 'id' | 'retiredAt' | 'version'>;

/** Fills an installation's price list; SKUs that exist already stay as they are. */
export async function addMissingItems({ platform }: CatalogContext, items: readonly NewSku[]): Promise<void> {
  await insertMissing(
    platform.db.orm,
    items.map((item) => ({ ...item, id: randomUUID(), retiredAt: null, version: 1 })),
  );
}
