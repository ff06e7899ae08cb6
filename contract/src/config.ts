import { z } from 'zod';
import { PAYMENT_METHODS } from './payment-methods.ts';

/** Settings of this installation that pages need. */
export const PublicConfig = z
  .object({
    public_discount_percent: z.int().min(0).max(90),
    currency: z.literal('usd'),
    brand: z.object({ name: z.string(), lab_name: z.string(), lab_address: z.string(), url: z.string() }),
    links: z.object({ pepchat: z.string(), discord: z.string() }),
    payment_methods: z.array(z.enum(PAYMENT_METHODS)),
    sign_in_providers: z.array(z.enum(['google', 'discord'])),
    test_mode: z.boolean(),
    /** The highest amounts that a new group may charge for shipping and for the vial. */
    group_shipping_max_cents: z.int(),
    group_vial_max_cents: z.int(),
    /** The days between the last card payment of a group and the payout to the person who sends the vial. */
    payout_wait_days: z.int(),
    /** Where a reader reports an altered certificate: mailto:… or https:…; null if there is no contact. */
    report_contact: z.string().nullable(),
    /** The price of a week in which the home page shows a result, and how many such results it shows at a time. */
    showcase_week_cents: z.int(),
    showcase_places: z.int(),
  })
  .meta({ id: 'PublicConfig' });
export type PublicConfig = z.infer<typeof PublicConfig>;
