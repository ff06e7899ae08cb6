import { data, idParam, routesOf } from './answers.routes.ts';
import { Invoice, Receipt } from './invoices.ts';

const route = routesOf('Dashboard', 'payer');

export const getInvoice = route('get', '/me/payments/{id}/invoice', {
  summary: 'The invoice of a payment with its credit notes; its payer and admins only',
  audited: 'payment.invoice_viewed',
  params: idParam,
  answers: { 200: data(Invoice, 'The invoice') },
  refuses: ['not_found'],
});

export const getReceipt = route('get', '/me/payments/{id}/receipt', {
  summary: 'What arrived, for a payment whose provider makes no receipt; its payer and admins only',
  audited: 'payment.receipt_viewed',
  params: idParam,
  answers: { 200: data(Receipt, 'The receipt') },
  refuses: ['not_found'],
});
