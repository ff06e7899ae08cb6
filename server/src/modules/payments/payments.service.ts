import type { Platform } from '../../platform/platform.ts';
import type { AccountsContext } from '../accounts/accounts.service.ts';
import type { InvoicesContext } from '../invoices/invoices.service.ts';
import type { LedgerContext } from '../ledger/ledger.service.ts';
import { createProviders } from './adapters/providers.ts';
import type { PaymentsContext } from './payments.context.ts';
import { invoicesJob, receiptJob, returnExcessJob, settledJob } from './payments.transitions.ts';
import { checkPayment, checkPaymentJob } from './use-cases/check-payment.ts';
import { closeUnwantedPage, closeUnwantedPageJob } from './use-cases/close-checkout.ts';
import { fetchReceipt } from './use-cases/fetch-receipt.ts';
import { issueInvoices } from './use-cases/issue-invoices.ts';
import { reconcileJob, reconcilePayments } from './use-cases/reconcile-payments.ts';
import { returnExcess } from './use-cases/return-excess.ts';
import { refundJob, sendRefund } from './use-cases/send-refund.ts';
import {
  settleByAskingJob,
  settleEventByAsking,
  settleEventJob,
  settleEvents,
} from './use-cases/settle-event.ts';
import { settleGoods } from './use-cases/settle-goods.ts';

export { detailOf, listWebhooks, paymentLedgerOf, readPaymentsForAdmin, webhookOf } from './admin.queries.ts';
export { paymentInvoiceOf, paymentReceiptOf } from './documents.queries.ts';
export type { AuditedGood, Offer, OpenedPage, PaymentsContext, Seller } from './payments.context.ts';
export type { PaymentRecord } from './payments.presenter.ts';
export {
  checkoutStateOf,
  countUnsettledPayments,
  listBilling,
  paymentRecordsOf,
  paymentsFor,
  paymentsOf,
  paymentsOfMany,
  selectPayment,
} from './payments.queries.ts';
export { decisivePayment } from './rules/decisive-payment.ts';
export { auditPayments } from './use-cases/audit-payments.ts';
export { auditSales } from './use-cases/audit-sales.ts';
export { checkPayment, checkPaymentForAdmin } from './use-cases/check-payment.ts';
export { closeCheckout, closeCheckoutSoon } from './use-cases/close-checkout.ts';
export { acceptPayment, dismissDecision } from './use-cases/decide-payment.ts';
export { decideRefund, retryRefund } from './use-cases/decide-refund.ts';
export { issueInvoices } from './use-cases/issue-invoices.ts';
export type { CheckoutRequest } from './use-cases/open-checkout.ts';
export { openCheckout } from './use-cases/open-checkout.ts';
export { readCheckout } from './use-cases/read-checkout.ts';
export { receiveWebhook } from './use-cases/receive-webhook.ts';
export { reconcilePayments } from './use-cases/reconcile-payments.ts';
export { registerGoods } from './use-cases/register-goods.ts';
export { replayEvent } from './use-cases/replay-event.ts';
export { requestRefund } from './use-cases/request-refund.ts';
export { returnRest } from './use-cases/return-rest.ts';
export { addSeller, sellGood } from './use-cases/sell-good.ts';
export { sendRefund } from './use-cases/send-refund.ts';
export { settleEvents } from './use-cases/settle-event.ts';

/** Payments: payment pages, signed events of providers, and refunds. Other modules use only this file. */
export function createPaymentsContext(
  platform: Platform,
  deps: { accounts: AccountsContext; ledger: LedgerContext; invoices: InvoicesContext },
): PaymentsContext {
  const ctx: PaymentsContext = {
    platform,
    ...deps,
    providers: createProviders(platform),
    sellers: new Map(),
  };
  handlePaymentJobs(ctx);
  return ctx;
}

/**
 * Registers the jobs. A job may run twice. An event is tried for seven days. Other failed jobs are queued again every
 * minute.
 */
function handlePaymentJobs(ctx: PaymentsContext): void {
  const { jobs } = ctx.platform;
  jobs.handle(
    settleEventJob,
    ({ eventId }) => settleEvents(ctx, [eventId]),
    (all) =>
      settleEvents(
        ctx,
        all.map(({ eventId }) => eventId),
      ),
  );
  jobs.handle(settleByAskingJob, ({ eventId }) => settleEventByAsking(ctx, eventId));
  jobs.handle(refundJob, ({ refundId }) => sendRefund(ctx, refundId));
  jobs.handle(returnExcessJob, ({ paymentId }) => returnExcess(ctx, paymentId));
  jobs.handle(receiptJob, ({ paymentId }) => fetchReceipt(ctx, paymentId));
  jobs.handle(
    invoicesJob,
    ({ paymentId }) => issueInvoices(ctx, [paymentId]),
    (all) =>
      issueInvoices(
        ctx,
        all.map(({ paymentId }) => paymentId),
      ),
  );
  jobs.handle(checkPaymentJob, ({ paymentId }) => checkPayment(ctx, paymentId));
  jobs.handle(
    settledJob,
    (change) => settleGoods(ctx, [change]),
    (changes) => settleGoods(ctx, changes),
  );
  jobs.handle(closeUnwantedPageJob, ({ subject }) => closeUnwantedPage(ctx, subject));
  jobs.handle(reconcileJob, () => reconcilePayments(ctx));
}
