import type { Platform } from '../../platform/platform.ts';

export { auditSeries, documentsOf, invoiceNumberOf, invoiceOf } from './invoices.queries.ts';
export type { Discount } from './invoices.rules.ts';
export { missingDocuments } from './invoices.rules.ts';
export type { InvoiceRow } from './invoices.tables.ts';
export type { PaymentToDocument } from './use-cases/issue-documents.ts';
export { issueDocuments } from './use-cases/issue-documents.ts';

export type InvoicesContext = { platform: Platform };

/** Invoices, credit notes and debit notes. They have numbers without gaps, and never change. */
export function createInvoicesContext(platform: Platform): InvoicesContext {
  return { platform };
}
