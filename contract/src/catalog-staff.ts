import { z } from 'zod';
import { CatalogItem } from './catalog.ts';
import { Id, Instant, requiredLine } from './primitives.ts';

/** The pricing page turns six popular tests. */
export const POPULAR_PLACES = 6;

/** One test as admins see it, retired ones included. */
export const StaffSku = CatalogItem.extend({
  /** Null while it is sold. */
  retired_at: Instant.nullable(),
  /** Something was ordered under it, so what it includes stays as it is. */
  has_orders: z.boolean(),
  /** Grows with each change of its words, price or sale; send it back with the next one. */
  version: z.int(),
}).meta({ id: 'StaffSku' });
export type StaffSku = z.infer<typeof StaffSku>;

const SkuFields = z.object({
  name: requiredLine(120, 'Give the test a name.'),
  description: requiredLine(600, 'Say what is measured.'),
  family: requiredLine(60, 'Name its family.'),
  sample_requirement: requiredLine(200, 'Say what the customer sends.'),
  tat_text: requiredLine(120, 'Say how long it takes.'),
  /** Providers take no less than a dollar; the upper bound catches a slip of the finger. */
  base_price_cents: z
    .int('The price is in whole cents.')
    .min(100, 'The price is $1.00 or more.')
    .max(10_000_000, 'The price is $100,000.00 or less.'),
  includes_sterility: z.boolean(),
});

export const CreateSkuBody = SkuFields.extend({
  /** Where the test is found, for ever: /request?sku=slug. */
  slug: z
    .string()
    .trim()
    .max(80, 'At most 80 characters.')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lower-case letters and digits, with single hyphens between them.'),
});
export type CreateSku = z.infer<typeof CreateSkuBody>;

export const UpdateSkuBody = SkuFields.extend({ version: z.int().min(1) });
export type UpdateSku = z.infer<typeof UpdateSkuBody>;

/** Retires or brings back what was seen at this version. */
export const SkuVersionBody = z.object({ version: z.int().min(1) });

/** Puts a test behind another one of the price list; null: to its top. */
export const PlaceSkuBody = z.object({ after_id: Id.nullable() });

/** The place among the popular ones; those from there on move one down, and the last of six leaves. Null: not popular. */
export const PopularSkuBody = z.object({ rank: z.int().min(1).max(POPULAR_PLACES).nullable() });
