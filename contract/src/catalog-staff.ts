import { z } from 'zod';
import { CatalogItem } from './catalog.ts';
import { Id, Instant, requiredLine } from './primitives.ts';

/** Number of popular tests that rotate on the pricing page. */
export const POPULAR_PLACES = 6;

/** One test as admins see it, including retired ones. */
export const StaffSku = CatalogItem.extend({
  /** Null while it is for sale. */
  retired_at: Instant.nullable(),
  /** The test was ordered before, so its content is fixed. */
  has_orders: z.boolean(),
  /** Increases with each change of its texts, price or sale; send it with the next change. */
  version: z.int(),
}).meta({ id: 'StaffSku' });
export type StaffSku = z.infer<typeof StaffSku>;

const SkuFields = z.object({
  name: requiredLine(120, 'Give the test a name.'),
  description: requiredLine(600, 'Say what is measured.'),
  family: requiredLine(60, 'Name its family.'),
  sample_requirement: requiredLine(200, 'Say what the customer sends.'),
  tat_text: requiredLine(120, 'Say how long it takes.'),
  /** Payment providers take at least one dollar; the upper limit catches typing errors. */
  base_price_cents: z
    .int('The price is in whole cents.')
    .min(100, 'The price is $1.00 or more.')
    .max(10_000_000, 'The price is $100,000.00 or less.'),
  includes_sterility: z.boolean(),
});

export const CreateSkuBody = SkuFields.extend({
  /** The test's permanent address: /request?sku=slug. */
  slug: z
    .string()
    .trim()
    .max(80, 'At most 80 characters.')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters and digits, with single hyphens between them.'),
});
export type CreateSku = z.infer<typeof CreateSkuBody>;

export const UpdateSkuBody = SkuFields.extend({ version: z.int().min(1) });
export type UpdateSku = z.infer<typeof UpdateSkuBody>;

/** Retires or restores a test, at this version. */
export const SkuVersionBody = z.object({ version: z.int().min(1) });

/** Moves a test behind another one in the price list; null: to the top. */
export const PlaceSkuBody = z.object({ after_id: Id.nullable() });

/** The place among the popular tests; later ones move one down, and the last of six is removed. Null: not popular. */
export const PopularSkuBody = z.object({ rank: z.int().min(1).max(POPULAR_PLACES).nullable() });
