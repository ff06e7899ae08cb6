import type { PaymentRecord } from '../payments.presenter.ts';

/**
 * The payment that decides whether its subject is paid: the newest one with received or pending money, since no other
 * page may be opened then; otherwise the latest attempt. Expects them newest first.
 */
export function decisivePayment(newestFirst: PaymentRecord[]): PaymentRecord | undefined {
  return newestFirst.find(({ holdsMoney }) => holdsMoney) ?? newestFirst[0];
}
