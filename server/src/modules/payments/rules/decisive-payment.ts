import type { PaymentRecord } from '../payments.presenter.ts';

/**
 * The payment that decides the state of an order: the newest with money or money on its way, otherwise the latest.
 * Expects the newest first.
 */
export function decisivePayment(newestFirst: PaymentRecord[]): PaymentRecord | undefined {
  return newestFirst.find(({ holdsMoney }) => holdsMoney) ?? newestFirst[0];
}
