/** A document that a payment lacks; amounts are positive cents. */
export type Missing = { kind: 'invoice' | 'credit_note' | 'debit_note'; amountCents: number };

/** What the ledger states as earned and refunded of a payment, in positive cents. */
export type Earnings = { earnedCents: number; returnedCents: number };

/**
 * The documents that a payment lacks to match the ledger: an invoice for the earned amount, credit notes for refunds of
 * it, and a debit note when a refund failed or when more money of an accepted payment arrived.
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
  // The sum that the notes must have: the refunded amount, less the amount earned since the invoice.
  const due = returnedCents - (earnedCents - (invoiced?.amountCents ?? earnedCents));
  if (due > noted) missing.push({ kind: 'credit_note', amountCents: due - noted });
  if (due < noted) missing.push({ kind: 'debit_note', amountCents: noted - due });
  return missing;
}

/** A document's number as text: INV-000001, CN-000001, DN-000002. Credit notes and debit notes share one series. */
export function documentNumber(kind: Missing['kind'], serial: number): string {
  const prefix = { invoice: 'INV', credit_note: 'CN', debit_note: 'DN' }[kind];
  return `${prefix}-${String(serial).padStart(6, '0')}`;
}
