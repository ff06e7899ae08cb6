import { randomBytes, randomUUID } from 'node:crypto';

export type RefundState = {
  id: string;
  checkoutId: string;
  amount: string;
  currency: string;
  fiatAmount: string;
  fiatCurrency: string;
  status: 'PENDING' | 'COMPLETED' | 'FAILED';
  reason: string | null;
  transactionHash: string | null;
  createdAt: string;
  completedAt: string | null;
};

/** A checkout and its payment. Amounts are decimal texts ('12.50'), times ISO 8601. */
export type CheckoutState = {
  id: string;
  status:
    | 'ACTIVE'
    | 'PROCESSING'
    | 'COMPLETED'
    | 'EXPIRED'
    | 'FAILED'
    | 'DEACTIVATED'
    | 'REFUNDED'
    | 'PARTIALLY_REFUNDED';
  amount: string;
  /** The currency of the price. The payment itself is in USDC. */
  priced: string;
  description: string | null;
  metadata: Record<string, string>;
  successRedirectUrl: string | null;
  failRedirectUrl: string | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  address: string;
  settlement: { totalAmount: string; currency: string } | null;
  transactionHash: string | null;
  refunds: RefundState[];
};

export const newCheckoutId = () => randomBytes(12).toString('hex');
export const newRefundId = () => randomUUID();
export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
export const newHash = () => `0x${randomBytes(32).toString('hex')}`;

/** A decimal text in hundredths: '12.5' is 1250. The provider accepts at most two decimals. */
export function toHundredths(amount: string): number {
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
}
export const fromHundredths = (hundredths: number) =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;

/** The provider's fee for a payment: one percent. */
const feeOf = (hundredths: number) => Math.round(hundredths / 100);

/** How much can still be refunded, in hundredths. */
export function refundable(checkout: CheckoutState): number {
  const returned = checkout.refunds
    .filter(({ status }) => status !== 'FAILED')
    .reduce((sum, { amount }) => sum + toHundredths(amount), 0);
  return checkout.settlement ? toHundredths(checkout.settlement.totalAmount) - returned : 0;
}

export function presentRefund(refund: RefundState) {
  const { reason, transactionHash, completedAt, ...rest } = refund;
  return {
    ...rest,
    exchangeRate: '1',
    ...(reason ? { reason } : {}),
    ...(transactionHash ? { transactionHash } : {}),
    ...(completedAt ? { completedAt } : {}),
  };
}

export function presentCheckout(checkout: CheckoutState, baseUrl: string) {
  const { settlement } = checkout;
  const total = settlement ? toHundredths(settlement.totalAmount) : 0;
  const returned = checkout.refunds
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, { amount }) => sum + toHundredths(amount), 0);
  return {
    id: checkout.id,
    url: `${baseUrl}/sandbox/coinbase/pay/${checkout.id}`,
    amount: checkout.amount,
    currency: 'USDC',
    ...(checkout.priced === 'USDC'
      ? {}
      : { fiatAmount: checkout.amount, fiatCurrency: checkout.priced, exchangeRate: '1' }),
    network: 'base',
    address: checkout.address,
    tokenAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    status: checkout.status,
    ...(checkout.description ? { description: checkout.description } : {}),
    metadata: checkout.metadata,
    ...(checkout.successRedirectUrl ? { successRedirectUrl: checkout.successRedirectUrl } : {}),
    ...(checkout.failRedirectUrl ? { failRedirectUrl: checkout.failRedirectUrl } : {}),
    createdAt: checkout.createdAt,
    updatedAt: checkout.updatedAt,
    expiresAt: checkout.expiresAt,
    ...(settlement
      ? {
          settlement: {
            totalAmount: settlement.totalAmount,
            feeAmount: fromHundredths(feeOf(total)),
            netAmount: fromHundredths(total - feeOf(total)),
            currency: settlement.currency,
          },
        }
      : {}),
    ...(checkout.transactionHash ? { transactionHash: checkout.transactionHash } : {}),
    ...(checkout.refunds.length > 0
      ? { refundedAmount: fromHundredths(returned), refunds: checkout.refunds.map(presentRefund) }
      : {}),
  };
}
