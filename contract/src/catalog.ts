import { z } from 'zod';
import { Cents, Id } from './primitives.ts';

export const CatalogItem = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    sample_requirement: z.string(),
    tat_text: z.string(),
    base_price_cents: Cents,
    family: z.string(),
    includes_sterility: z.boolean(),
    /** The test's rank among the popular tests, from 1; null if it is not popular. */
    popular_rank: z.int().nullable(),
  })
  .meta({ id: 'CatalogItem' });
export type CatalogItem = z.infer<typeof CatalogItem>;
