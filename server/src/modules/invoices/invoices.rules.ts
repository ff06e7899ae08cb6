/** A document that an account of a payment lacks; amounts are positive cents. */
export type Missing = { kind: 'invoice' | 'credit_note' | 'debit_note'; amountCents: number };

/** What the ledger says of a payment, in positive cents: what was earned, and what of it was given back. */
export type Earnings = { earnedCents: number; returnedCents: number };

/**
 * What has to be issued so that the documents say what the ledger says: an invoice over what was earned, credit notes
 * over what was given back of it, a debit note when a return bounced or more of an accepted payment came.
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
  // What the notes should come to: given back, less what was earned since the invoice.
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
