import type { InvoiceLine } from '@vialproof/contract/invoices';
import { publicDiscount } from '@vialproof/science/money/money';

/** The price before a discount, and the discount in whole per cent. */
export type Discount = { listCents: number; percent: number };

/**
 * The item of an invoice. It shows list price and discount only if they give exactly the paid amount, because an admin
 * may have accepted another amount.
 */
export function lineOf(description: string, amountCents: number, discount?: Discount): InvoiceLine {
  const line = { description, quantity: 1, unit_cents: amountCents, amount_cents: amountCents };
  const discountCents = discount ? publicDiscount(discount.listCents, discount.percent) : 0;
  if (!discount || discountCents === 0 || discount.listCents - discountCents !== amountCents) return line;
  return { ...line, list_cents: discount.listCents, discount_cents: discountCents };
}

/** A document that a payment still needs. Amounts are positive cents. */
export type Missing = { kind: 'invoice' | 'credit_note' | 'debit_note'; amountCents: number };

/** What the accounts say about a payment, in positive cents. */
export type Earnings = { earnedCents: number; returnedCents: number };

/**
 * The documents that a payment still needs: an invoice, a credit note for a refund, and a debit note if a refund failed
 * or more money was received.
 */
export function missingDocuments(
  { earnedCents, returnedCents }: Earnings,
  issued: { kind: Missing['kind']; amountCents: number }[],
): Missing[] {
  const missing: Missing[] = [];
  const invoiced = issued.find(({ kind }) => kind === 'invoice');
  if (!invoiced) {
    if (earnedCents <= 0) return [];
    missing.push({ kind: 'invoice', amountCents: earnedCents });
  }
  const noted = issued.reduce(
    (sum, { kind, amountCents }) =>
      sum + (kind === 'credit_note' ? amountCents : kind === 'debit_note' ? -amountCents : 0),
    0,
  );
  // All notes together must be the refunds, without what was earned after the invoice.
  const due = returnedCents - (earnedCents - (invoiced?.amountCents ?? earnedCents));
  if (due > noted) missing.push({ kind: 'credit_note', amountCents: due - noted });
  if (due < noted) missing.push({ kind: 'debit_note', amountCents: noted - due });
  return missing;
}

/** The number of a document: INV-000001, CN-000001, DN-000002. Credit and debit notes count together. */
export function documentNumber(kind: Missing['kind'], serial: number): string {
  const prefix = { invoice: 'INV', credit_note: 'CN', debit_note: 'DN' }[kind];
  return `${prefix}-${String(serial).padStart(6, '0')}`;
}
