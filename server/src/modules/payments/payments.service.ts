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
import { auditPayments } from './use-cases/audit-payments.ts';
import { auditSales } from './use-cases/audit-sales.ts';
import { checkPayment, checkPaymentForAdmin } from './use-cases/check-payment.ts';
import { closeCheckout, closeCheckoutSoon, closeUnwantedPage } from './use-cases/close-checkout.ts';
import { acceptPayment, dismissDecision } from './use-cases/decide-payment.ts';
import { decideRefund, retryRefund } from './use-cases/decide-refund.ts';
import { fetchReceipt } from './use-cases/fetch-receipt.ts';
import { issueInvoices } from './use-cases/issue-invoices.ts';
import { openCheckout } from './use-cases/open-checkout.ts';
import { readCheckout } from './use-cases/read-checkout.ts';
import { receiveWebhook } from './use-cases/receive-webhook.ts';
import { reconcilePayments } from './use-cases/reconcile-payments.ts';
import { registerGoods } from './use-cases/register-goods.ts';
import { replayEvent } from './use-cases/replay-event.ts';
import { requestRefund } from './use-cases/request-refund.ts';
import { returnExcess } from './use-cases/return-excess.ts';
import { returnRest } from './use-cases/return-rest.ts';
import { addSeller, sellGood } from './use-cases/sell-good.ts';
import { sendRefund } from './use-cases/send-refund.ts';
import { settleEventByAsking, settleEvents } from './use-cases/settle-event.ts';
import { settleGoods } from './use-cases/settle-goods.ts';

export type { AuditedGood, Offer, OpenedPage, Seller } from './payments.context.ts';
export type { PaymentRecord } from './payments.presenter.ts';
export { decisivePayment } from './rules/decisive-payment.ts';
export { PAYMENT_SETTLED, type PaymentSettled, type Subject } from './rules/payment-facts.ts';
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
    /** What the background jobs do; for payments.jobs only. */
    work: bindContext(ctx, {
      settleEvents,
      settleEventByAsking,
      settleGoods,
      closeUnwantedPage,
      issueInvoices,
      check: checkPayment,
      sendRefund,
      returnExcess,
      fetchReceipt,
      reconcile: reconcilePayments,
    }),
  };
}
