import type { CatalogItem } from '@vialproof/contract/catalog';
import type { SkuRow } from './catalog.tables.ts';

/** A row of the price list as everybody sees it. */
export function presentCatalogItem(row: SkuRow): CatalogItem {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    sample_requirement: row.sampleRequirement,
    tat_text: row.tatText,
    base_price_cents: row.basePriceCents,
    family: row.family,
    includes_sterility: row.includesSterility,
    popular_rank: row.popularRank,
  };
}
