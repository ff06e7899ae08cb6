import type { CatalogItem } from '@vialproof/contract/catalog';
import type { CreateSku, StaffSku } from '@vialproof/contract/catalog-staff';
import type { RequestSku } from '@vialproof/contract/orders';
import { isoOf } from '@vialproof/science/calendar/dates';
import type { SkuRow } from './catalog.tables.ts';

/** The fields that admins can edit. */
export function presentFields(row: SkuRow): Omit<CreateSku, 'slug'> {
  return {
    name: row.name,
    description: row.description,
    family: row.family,
    sample_requirement: row.sampleRequirement,
    tat_text: row.tatText,
    base_price_cents: row.basePriceCents,
    includes_sterility: row.includesSterility,
  };
}

/** A row of the public price list. */
export function presentCatalogItem(row: SkuRow): CatalogItem {
  return { id: row.id, slug: row.slug, ...presentFields(row), popular_rank: row.popularRank };
}

/** A price list row for admins. */
export function presentStaffSku(row: SkuRow & { hasOrders: boolean }): StaffSku {
  return {
    ...presentCatalogItem(row),
    retired_at: isoOf(row.retiredAt),
    has_orders: row.hasOrders,
    version: row.version,
  };
}

/** A test on the price list, for other modules. */
export type Sku = RequestSku & { basePriceCents: number; includesSterility: boolean };

export function presentSku(row: SkuRow): Sku {
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
