import { z } from 'zod';

/** The parameters that the sandbox knows. As the provider does, it refuses any other by its name. */

const integer = z
  .string()
  .regex(/^-?\d{1,10}$/, 'Invalid integer.')
  .transform(Number);
const address = z.string().max(5000).refine(URL.canParse, 'Not a valid URL.');
const expand = z.array(z.string()).optional();

const metadata = z
  .record(z.string().max(40, 'Metadata keys can have up to 40 characters.'), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'Metadata can have up to 50 keys.')
  .optional();

const lineItem = z.strictObject({
  quantity: integer.refine((count) => count >= 1, 'This value must be greater than or equal to 1.'),
  price_data: z.strictObject({
    currency: z.enum(['usd', 'eur', 'gbp'], 'Invalid currency. The sandbox knows usd, eur and gbp.'),
    unit_amount: integer.refine((amount) => amount >= 0, 'Invalid non-negative integer.'),
    product_data: z.strictObject({
      name: z.string().min(1).max(250),
      description: z.string().max(500).optional(),
    }),
  }),
});

export const SessionCreate = z.strictObject({
  mode: z.literal('payment', 'The sandbox only knows the mode `payment`.'),
  line_items: z
    .array(lineItem)
    .refine((items) => items.length >= 1 && items.length <= 100, 'Invalid line items.'),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email('Invalid email address.').max(800).optional(),
  expires_at: integer.optional(),
  metadata,
  payment_intent_data: z
    .strictObject({
      metadata,
      description: z.string().max(1000).optional(),
      receipt_email: z.email().optional(),
    })
    .optional(),
  payment_method_types: z.array(z.literal('card', 'The sandbox only knows cards.')).optional(),
  expand,
});
export type SessionCreate = z.infer<typeof SessionCreate>;

export const RefundCreate = z.strictObject({
  payment_intent: z.string().max(100),
  amount: integer.refine((amount) => amount >= 1, 'Invalid positive integer.').optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer'], 'Invalid reason.').optional(),
  metadata,
  expand,
});
export type RefundCreate = z.infer<typeof RefundCreate>;

/** For calls that have no parameters. */
export const Nothing = z.strictObject({ expand });

export const RefundList = z.strictObject({
  payment_intent: z.string().max(100),
  limit: integer.optional(),
  expand,
});
