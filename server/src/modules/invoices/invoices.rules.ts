/** A missing document of a payment; amounts are positive cents. */
export type Missing = { kind: 'invoice' | 'credit_note' | 'debit_note'; amountCents: number };

/** A payment's earned and refunded amounts in the ledger, in positive cents. */
export type Earnings = { earnedCents: number; returnedCents: number };

/**
 * The documents that are missing to match the ledger: an invoice for the earned amount, credit notes for refunds of it,
 * a debit note when a refund failed or more of an accepted payment arrived.
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
  // The target sum of the notes: refunded, less the amount earned since the invoice.
  const due = returnedCents - (earnedCents - (invoiced?.amountCents ?? earnedCents));
  if (due > noted) missing.push({ kind: 'credit_note', amountCents: due - noted });
  if (due < noted) missing.push({ kind: 'debit_note', amountCents: noted - due });
  return missing;
}

/** INV-000001, CN-000001, DN-000002; credit and debit notes share one series. */
export function documentNumber(kind: Missing['kind'], serial: number): string {
  const prefix = { invoice: 'INV', credit_note: 'CN', debit_note: 'DN' }[kind];
  return `${prefix}-${String(serial).padStart(6, '0')}`;
}
