import type { PaymentRecord } from '../payments.presenter.ts';

/**
 * The payment that decides whether its subject is paid: the newest that holds money or is on its way, since no other page may be
 * opened meanwhile; else the latest try. Takes them newest first.
 */
export function decisivePayment(newestFirst: PaymentRecord[]): PaymentRecord | undefined {
  return newestFirst.find(({ holdsMoney }) => holdsMoney) ?? newestFirst[0];
}
