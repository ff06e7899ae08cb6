import { POPULAR_PLACES, type UpdateSku } from '@vialproof/contract/catalog-staff';

/** The list with `id` after `afterId`. Null puts it at the top. Throws if an id is missing. */
export function placeAfter(ids: readonly string[], id: string, afterId: string | null): string[] {
  const others = ids.filter((other) => other !== id);
  const at = afterId === null ? 0 : others.indexOf(afterId) + 1;
  if (others.length === ids.length || (afterId !== null && at === 0)) {
    throw new Error(`${id} cannot stand behind ${afterId}`);
  }
  return others.toSpliced(at, 0, id);
}

/** The popular tests with `id` at `rank` (1 to 6). Null takes it out. A seventh one is dropped. */
export function rankPopular(popular: readonly string[], id: string, rank: number | null): string[] {
  const others = popular.filter((other) => other !== id);
  return rank === null ? others : others.toSpliced(rank - 1, 0, id).slice(0, POPULAR_PLACES);
}

export type SkuChange = Omit<UpdateSku, 'version'>;

/** The changed fields, each with its old and new value. */
export function changesOf(
  before: SkuChange,
  after: SkuChange,
): Record<string, { from: string | number | boolean; to: string | number | boolean }> {
  const fields = Object.keys(after) as (keyof SkuChange)[];
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field], to: after[field] }]),
  );
}

/** The ids of the popular tests, in order. */
export function popularOf(rows: readonly { id: string; popularRank: number | null }[]): string[] {
  return rows
    .filter((row) => row.popularRank !== null)
    .sort((one, other) => (one.popularRank ?? 0) - (other.popularRank ?? 0))
    .map((row) => row.id);
}
