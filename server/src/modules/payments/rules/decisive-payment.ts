import type { PaymentRecord } from '../payments.presenter.ts';

/**
 * The payment that decides whether its subject is paid. This is the newest one with received or pending money, since no
 * other page may be opened then; without such money it is the latest attempt. Expects the newest payment first.
 */
export function decisivePayment(newestFirst: PaymentRecord[]): PaymentRecord | undefined {
  return newestFirst.find(({ holdsMoney }) => holdsMoney) ?? newestFirst[0];
}
