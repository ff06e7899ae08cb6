import { z } from 'zod';
import { PAYMENT_METHODS } from './payment-methods.ts';

/** What a page must know of this installation before it draws anything. */
export const PublicConfig = z
  .object({
    public_discount_percent: z.int().min(0).max(90),
    currency: z.literal('usd'),
    brand: z.object({ name: z.string(), lab_name: z.string(), lab_address: z.string(), url: z.string() }),
    links: z.object({ pepchat: z.string(), discord: z.string() }),
    payment_methods: z.array(z.enum(PAYMENT_METHODS)),
    sign_in_providers: z.array(z.enum(['google', 'discord'])),
    test_mode: z.boolean(),
    /** The most that a new group may ask for shipping, and for the vial. */
    group_shipping_max_cents: z.int(),
    group_vial_max_cents: z.int(),
    /** Days between a group's last card payment and the payout to whoever sent the vial. */
    payout_wait_days: z.int(),
    /** Where an altered certificate is reported: mailto:… or https:…; null: nowhere. */
    report_contact: z.string().nullable(),
    /** What a week of display in Discoveries costs, and how many places there are; 0: it is not sold. */
    showcase_week_cents: z.int(),
    showcase_places: z.int(),
  })
  .meta({ id: 'PublicConfig' });
export type PublicConfig = z.infer<typeof PublicConfig>;
