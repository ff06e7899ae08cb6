import type { RefundStatus, Signal } from '../rules/payment-facts.ts';
import type { RefundUpdate } from './provider.ts';

/** A checkout in the provider's format; amounts are decimal strings, and missing values are absent. */
export type CoinbaseCheckout = {
  id: string;
  url?: string;
  status: string;
  amount: string;
  currency: string;
  /** The original price, if the provider asks the payer for another currency. */
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

/** A decimal string as a whole number of 10^-18, so that 0.1 stays exact; throws for any other text. */
function exact(amount: string): bigint {
  const [, whole = '', fraction = ''] = DECIMAL.exec(amount) ?? [];
  if (whole === '') throw new Error(`${JSON.stringify(amount)} is no amount`);
  return BigInt(whole + fraction.padEnd(PRECISION, '0'));
}

const CENT = 10n ** BigInt(PRECISION - 2);

/** Whole cents in a decimal string, rounded down: 299.999999 is 29999. */
export function centsOf(amount: string): number {
  return Number(exact(amount) / CENT);
}

/** Cents in the provider's format: 30050 → "300.50". */
export function amountOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** The currency in our ledger. If the payer is asked for USDC instead of dollars, the ledger books dollars. */
export const bookCurrency = (currency: string) =>
  currency.toUpperCase() === 'USDC' ? 'usd' : currency.toLowerCase();

/**
 * The received money, in cents of the ledger's currency. If the price is in dollars and the payer sent another
 * currency, the result is the price times the received share of the asked amount, rounded down.
 */
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

/** The signals that follow from a checkout's status. `status` is the status in the event, if the event has one. */
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

/** The reason of a refund. It contains our refund id, since the provider stores no metadata of refunds. */
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

/** A page that shows a transaction; null for transactions without a chain, such as the sandbox's. */
export const transactionUrl = (
  { coinbase }: { coinbase: { sandbox: boolean } },
  hash: string,
): string | null => (HASH.test(hash) && !coinbase.sandbox ? `https://basescan.org/tx/${hash}` : null);
