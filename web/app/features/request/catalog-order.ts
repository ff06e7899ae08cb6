import type { CatalogItem } from '@vialproof/contract/catalog';

/** How many tests the list shows at once if the catalog names no popular tests. */
const AT_ONCE = 6;

/** The tests that are shown at once, and those in the closed part below. A search shows all that it finds. */
export function inOrder(
  catalog: CatalogItem[],
  sought: string,
): { shown: CatalogItem[]; folded: CatalogItem[] } {
  const word = sought.trim().toLowerCase();
  if (word) {
    const isFound = (item: CatalogItem) => `${item.name} ${item.description}`.toLowerCase().includes(word);
    return { shown: catalog.filter(isFound), folded: [] };
  }
  const popular = catalog
    .filter((item) => item.popular_rank !== null)
    .sort((one, other) => (one.popular_rank ?? 0) - (other.popular_rank ?? 0));
  const shown = popular.length > 0 ? popular : catalog.slice(0, AT_ONCE);
  return { shown, folded: catalog.filter((item) => !shown.includes(item)) };
}
