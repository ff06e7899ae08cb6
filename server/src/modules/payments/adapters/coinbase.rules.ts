import type { RefundStatus, Signal } from '../rules/payment-facts.ts';
import type { RefundUpdate } from './provider.ts';

/** A checkout as the provider describes it. */
export type CoinbaseCheckout = {
  id: string;
  url?: string;
  status: string;
  amount: string;
  currency: string;
  /** The original price, if the payer pays in another currency. */
  fiatAmount?: string;
  fiatCurrency?: string;
  transactionHash?: string;
  settlement?: { totalAmount: string; currency: string };
  refunds?: CoinbaseRefund[];
  metadata?: Record<string, string>;
};

export type CoinbaseRefund = {
  id: string;
  status: string;
  amount: string;
  currency?: string;
  fiatAmount?: string;
  fiatCurrency?: string;
  reason?: string;
};

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,18}))?$/;
const PRECISION = 18;

/** Reads a decimal text as a whole number of 10^-18, so that nothing is rounded. Throws for other texts. */
function exact(amount: string): bigint {
  const [, whole = '', fraction = ''] = DECIMAL.exec(amount) ?? [];
  if (whole === '') throw new Error(`${JSON.stringify(amount)} is no amount`);
  return BigInt(whole + fraction.padEnd(PRECISION, '0'));
}

const CENT = 10n ** BigInt(PRECISION - 2);

/** Whole cents of a decimal text, rounded down. */
export function centsOf(amount: string): number {
  return Number(exact(amount) / CENT);
}

/** Cents as the provider writes them: 30050 → "300.50". */
export function amountOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The currency in our accounts. USDC is booked as dollars. */
export const bookCurrency = (currency: string) =>
  currency.toUpperCase() === 'USDC' ? 'usd' : currency.toLowerCase();

/** How much was received, in cents. For another currency: the paid part of the price, rounded down. */
export function receivedOf(checkout: CoinbaseCheckout): { cents: number; currency: string } {
  const { amount, currency, fiatAmount, fiatCurrency, settlement } = checkout;
  const isConverted = fiatAmount !== undefined && fiatCurrency !== undefined && fiatCurrency !== currency;
  if (!settlement) {
    return isConverted
      ? { cents: centsOf(fiatAmount), currency: bookCurrency(fiatCurrency) }
      : { cents: centsOf(amount), currency: bookCurrency(currency) };
  }
  if (isConverted && settlement.currency === currency && exact(amount) > 0n) {
    const share = (exact(settlement.totalAmount) * exact(fiatAmount)) / exact(amount);
    return { cents: Number(share / CENT), currency: bookCurrency(fiatCurrency) };
  }
  return { cents: centsOf(settlement.totalAmount), currency: bookCurrency(settlement.currency) };
}

/** What the status of a checkout tells about its payment. `status`: the status in the event, if there is one. */
export function signalsOf(checkout: CoinbaseCheckout, status = checkout.status): Signal[] {
  switch (status) {
    case 'PROCESSING':
      return [{ kind: 'processing' }];
    case 'COMPLETED':
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return [{ kind: 'captured', ...receivedOf(checkout) }];
    case 'EXPIRED':
    case 'DEACTIVATED':
      return [{ kind: 'expired' }];
    case 'FAILED':
      return [{ kind: 'failed', reason: 'The transfer did not go through.' }];
    default:
      return [];
  }
}

const REFUND_STATUS: Record<string, RefundStatus> = {
  PENDING: 'pending',
  PROCESSING: 'pending',
  COMPLETED: 'succeeded',
  SUCCEEDED: 'succeeded',
  SUCCESS: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

const OUR_ID = /\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/;

/** The reason of a refund. It contains our id, because the provider stores no other text. */
export const refundReason = (reason: string, refundId: string) => `${reason.slice(0, 400)} [${refundId}]`;

export function refundUpdateOf(refund: CoinbaseRefund): RefundUpdate {
  const isFiat = refund.fiatAmount !== undefined && refund.fiatCurrency !== refund.currency;
  return {
    providerRefundId: refund.id,
    refundId: OUR_ID.exec(refund.reason ?? '')?.[1] ?? null,
    amountCents: centsOf(isFiat ? (refund.fiatAmount ?? refund.amount) : refund.amount),
    status: REFUND_STATUS[refund.status] ?? 'pending',
    failureReason: REFUND_STATUS[refund.status] === 'failed' ? 'The provider could not send it.' : null,
  };
}

const HASH = /^0x[0-9a-f]{64}$/i;

/** The address of a page about a transaction. Null without a blockchain. */
export const transactionUrl = (
  { coinbase }: { coinbase: { sandbox: boolean } },
  hash: string,
): string | null => (HASH.test(hash) && !coinbase.sandbox ? `https://basescan.org/tx/${hash}` : null);
