import { z } from 'zod';
import { PAYMENT_METHODS } from './payment-methods.ts';
import { Id, Instant } from './primitives.ts';

/** A later document of a payment. A credit note reduces the invoice; a debit note cancels a credit note. */
export const InvoiceNote = z.object({
  number: z.string(),
  kind: z.enum(['credit_note', 'debit_note']),
  issued_at: Instant,
  amount_cents: z.int(),
  reason: z.string(),
});
export type InvoiceNote = z.infer<typeof InvoiceNote>;

/**
 * What was sold. For a discount: the list price and the discount; `amount_cents` is the rest. Old documents, and items
 * without a discount, have only the amount.
 */
export const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.int(),
  unit_cents: z.int(),
  amount_cents: z.int(),
  list_cents: z.int().optional(),
  discount_cents: z.int().optional(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

/**
 * A document of a payment, which never changes. Document numbers have no gaps. All amounts are in cents of `currency`.
 * `balance_cents` is the total minus credit notes plus debit notes.
 */
export const Invoice = z
  .object({
    number: z.string(),
    issued_at: Instant,
    payment_id: Id,
    order_id: Id.nullable(),
    reference: z.string().nullable(),
    seller: z.object({ brand: z.string(), name: z.string(), address: z.string() }),
    buyer: z.object({ name: z.string().nullable(), company: z.string().nullable(), email: z.string() }),
    lines: z.array(InvoiceLine),
    total_cents: z.int(),
    currency: z.string(),
    paid_at: Instant,
    provider: z.enum(PAYMENT_METHODS),
    provider_reference: z.string().nullable(),
    notes: z.array(InvoiceNote),
    balance_cents: z.int(),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;

/** Our own receipt, for a payment whose provider issues none. */
export const Receipt = z
  .object({
    payment_id: Id,
    description: z.string(),
    reference: z.string().nullable(),
    provider: z.enum(PAYMENT_METHODS),
    paid_at: Instant,
    amount_cents: z.int(),
    received_cents: z.int(),
    refunded_cents: z.int(),
    currency: z.string(),
    /** The hash of the transaction in the blockchain, and the address of a page about it. */
    transaction_hash: z.string().nullable(),
    transaction_url: z.string().nullable(),
    invoice_number: z.string().nullable(),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof Receipt>;
