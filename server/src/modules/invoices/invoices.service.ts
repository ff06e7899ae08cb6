import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { auditSeries, documentsOf, invoiceOf, numberOf } from './invoices.queries.ts';
import { issueDocuments } from './use-cases/issue-documents.ts';

export { missingDocuments } from './invoices.rules.ts';
export type { InvoiceRow } from './invoices.tables.ts';
export type { PaymentToDocument } from './use-cases/issue-documents.ts';
export type Invoices = ReturnType<typeof createInvoices>;

/** Invoices, credit notes and debit notes: issued once, numbered without gaps, never changed. */
export function createInvoices(platform: Platform) {
  const ctx: InvoicesContext = { platform };
  return bindContext(ctx, { issue: issueDocuments, invoiceOf, numberOf, documentsOf, auditSeries });
}
