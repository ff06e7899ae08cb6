import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.service.ts';
import type { Invoices } from '../invoices/invoices.service.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import { createProviders } from './adapters/providers.ts';
import { ledgerOf, listForAdmin, listWebhooks, viewPayment, viewWebhook } from './admin.queries.ts';
import { invoiceOf, receiptOf } from './documents.queries.ts';
import type { PaymentsContext } from './payments.context.ts';
import {
  countUnsettledPayments,
  listBilling,
  paymentsFor,
  paymentsOf,
  paymentsOfMany,
  recordsOf,
  selectPayment,
  stateOf,
} from './payments.queries.ts';
import { invoicesJob, receiptJob, returnExcessJob, settledJob } from './payments.transitions.ts';
import { auditPayments } from './use-cases/audit-payments.ts';
import { auditSales } from './use-cases/audit-sales.ts';
import { checkPayment, checkPaymentForAdmin, checkPaymentJob } from './use-cases/check-payment.ts';
import {
  closeCheckout,
  closeCheckoutSoon,
  closeUnwantedPage,
  closeUnwantedPageJob,
} from './use-cases/close-checkout.ts';
import { acceptPayment, dismissDecision } from './use-cases/decide-payment.ts';
import { decideRefund, retryRefund } from './use-cases/decide-refund.ts';
import { fetchReceipt } from './use-cases/fetch-receipt.ts';
import { issueInvoices } from './use-cases/issue-invoices.ts';
import { openCheckout } from './use-cases/open-checkout.ts';
import { readCheckout } from './use-cases/read-checkout.ts';
import { receiveWebhook } from './use-cases/receive-webhook.ts';
import { reconcileJob, reconcilePayments } from './use-cases/reconcile-payments.ts';
import { registerGoods } from './use-cases/register-goods.ts';
import { replayEvent } from './use-cases/replay-event.ts';
import { requestRefund } from './use-cases/request-refund.ts';
import { returnExcess } from './use-cases/return-excess.ts';
import { returnRest } from './use-cases/return-rest.ts';
import { addSeller, sellGood } from './use-cases/sell-good.ts';
import { refundJob, sendRefund } from './use-cases/send-refund.ts';
import {
  settleByAskingJob,
  settleEventByAsking,
  settleEventJob,
  settleEvents,
} from './use-cases/settle-event.ts';
import { settleGoods } from './use-cases/settle-goods.ts';

export type { AuditedGood, Offer, OpenedPage, Seller } from './payments.context.ts';
export type { PaymentRecord } from './payments.presenter.ts';
export { decisivePayment } from './rules/decisive-payment.ts';
export type { CheckoutRequest } from './use-cases/open-checkout.ts';

export type Payments = ReturnType<typeof createPayments>;

/** Money: hosted pages, the providers' signed events, and refunds. The module's only door. */
export function createPayments(
  platform: Platform,
  deps: { accounts: Accounts; ledger: Ledger; invoices: Invoices },
) {
  const ctx: PaymentsContext = {
    platform,
    ...deps,
    providers: createProviders(platform),
    sellers: new Map(),
  };
  handlePaymentJobs(ctx);
  return {
    ...bindContext(ctx, {
      addSeller,
      registerGoods,
      sellGood,
      readCheckout,
      openCheckout,
      closeCheckout,
      closeCheckoutSoon,
      stateOf,
      selectPayment,
      countUnsettled: countUnsettledPayments,
      paymentsFor,
      paymentsOf,
      listBilling,
      paymentsOfMany,
      recordsOf,
      refund: requestRefund,
      returnRest,
      receiveWebhook,
      invoiceOf,
      receiptOf,
      audit: auditPayments,
      auditSales,
    }),
    /** What admins see and decide. */
    admin: bindContext(ctx, {
      list: listForAdmin,
      detail: viewPayment,
      accept: acceptPayment,
      refund: decideRefund,
      retryRefund,
      dismiss: dismissDecision,
      check: checkPaymentForAdmin,
      ledgerOf,
      webhooks: listWebhooks,
      webhook: viewWebhook,
      replay: replayEvent,
    }),
    /** What the background jobs do. */
    work: bindContext(ctx, {
      settleEvents,
      issueInvoices,
      check: checkPayment,
      sendRefund,
      reconcile: reconcilePayments,
    }),
  };
}

/**
 * Each may run twice: what it does depends on the rows alone. An event is tried for seven days; the others have few retries,
 * close to each other, and the reconciliation sends what still fails again.
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
