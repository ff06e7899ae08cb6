import { z } from 'zod';
import { CatalogItem } from './catalog.ts';
import { Id, Instant, requiredLine } from './primitives.ts';

/** The number of popular tests that the pricing page shows one after another. */
export const POPULAR_PLACES = 6;

/** A test of the catalog as admins see it; the list includes retired tests. */
export const StaffSku = CatalogItem.extend({
  /** When the test was retired; null while customers can buy it. */
  retired_at: Instant.nullable(),
  /** Customers have ordered the test, so what it measures cannot change any more. */
  has_orders: z.boolean(),
  /** The version of the test's data; it increases with each change. A client sends back the version that it read. */
  version: z.int(),
}).meta({ id: 'StaffSku' });
export type StaffSku = z.infer<typeof StaffSku>;

const SkuFields = z.object({
  name: requiredLine(120, 'Give the test a name.'),
  description: requiredLine(600, 'Say what is measured.'),
  family: requiredLine(60, 'Name its family.'),
  sample_requirement: requiredLine(200, 'Say what the customer sends.'),
  tat_text: requiredLine(120, 'Say how long it takes.'),
  /** What a payment provider accepts: at least one dollar. The upper limit finds typing errors. */
  base_price_cents: z
    .int('The price is in whole cents.')
    .min(100, 'The price is $1.00 or more.')
    .max(10_000_000, 'The price is $100,000.00 or less.'),
  includes_sterility: z.boolean(),
});

export const CreateSkuBody = SkuFields.extend({
  /** The last part of the test's permanent address: /request?sku=slug. */
  slug: z
    .string()
    .trim()
    .max(80, 'At most 80 characters.')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters and digits, with single hyphens between them.'),
});
export type CreateSku = z.infer<typeof CreateSkuBody>;

export const UpdateSkuBody = SkuFields.extend({ version: z.int().min(1) });
export type UpdateSku = z.infer<typeof UpdateSkuBody>;

/** Retires or restores a test; `version` is the version that the admin saw. */
export const SkuVersionBody = z.object({ version: z.int().min(1) });

/** Moves a test in the price list below the test `after_id`; null moves it to the top. */
export const PlaceSkuBody = z.object({ after_id: Id.nullable() });

/**
 * The new rank of the test among the six popular tests. Later tests move down by one, and the last one drops out. Null:
 * the test is not popular.
 */
export const PopularSkuBody = z.object({ rank: z.int().min(1).max(POPULAR_PLACES).nullable() });
