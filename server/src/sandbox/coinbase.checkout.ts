import { z } from 'zod';
import type { Database, Tx } from '../platform/database.ts';
import {
  type CheckoutState,
  fromHundredths,
  newAddress,
  newCheckoutId,
  newHash,
  newRefundId,
  type RefundState,
  refundable,
  toHundredths,
} from './coinbase.objects.ts';
import { insertCheckout, listOverdue, lockCheckout, saveCheckout } from './coinbase.store.ts';

/** A refusal in the provider's own shape. */
export class CoinbaseRefusal extends Error {
  readonly status: 400 | 401 | 404 | 409;
  constructor(status: 400 | 401 | 404 | 409, message: string) {
    super(message);
    this.status = status;
  }
}

/** Tells the merchant, inside the transaction that made the news true. */
export type EmitCheckout = (tx: Tx, eventType: string, checkout: CheckoutState) => Promise<void>;

const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'amount: up to two decimals');
const address = z.string().max(2000).refine(URL.canParse, 'not a URL');

export const CheckoutCreate = z.object({
  amount: amount.refine((text) => toHundredths(text) > 0, 'amount: more than zero'),
  currency: z.enum(['USDC', 'USD'], 'currency: the sandbox knows USDC and USD'),
  description: z.string().max(500).optional(),
  metadata: z
    .record(z.string().max(100), z.string().max(100))
    .refine((entries) => Object.keys(entries).length <= 20, 'metadata: 20 keys at most')
    .optional(),
  successRedirectUrl: address.optional(),
  failRedirectUrl: address.optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});

export const RefundCreate = z.object({
  amount,
  currency: z.string().max(10).optional(),
  reason: z.string().max(500).optional(),
});

const DAY_MILLISECONDS = 86_400_000;

export async function createCheckout(
  tx: Tx,
  asked: z.infer<typeof CheckoutCreate>,
  now: Date,
): Promise<CheckoutState> {
  const expiresAt = asked.expiresAt ? new Date(asked.expiresAt) : new Date(now.getTime() + DAY_MILLISECONDS);
  if (expiresAt <= now) throw new CoinbaseRefusal(400, 'expiresAt must be in the future');
  const checkout: CheckoutState = {
    id: newCheckoutId(),
    status: 'ACTIVE',
    amount: fromHundredths(toHundredths(asked.amount)),
    priced: asked.currency,
    description: asked.description ?? null,
    metadata: asked.metadata ?? {},
    successRedirectUrl: asked.successRedirectUrl ?? null,
    failRedirectUrl: asked.failRedirectUrl ?? null,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    address: newAddress(),
    settlement: null,
    transactionHash: null,
    refunds: [],
  };
  await insertCheckout(tx, checkout);
  return checkout;
}

async function step(
  tx: Tx,
  checkout: CheckoutState,
  change: Partial<CheckoutState>,
  now: Date,
): Promise<CheckoutState> {
  const next = { ...checkout, ...change, updatedAt: now.toISOString() };
  await saveCheckout(tx, next);
  return next;
}

/** The checkout as it stands now, locked: one whose time is over expires at the first look. */
export async function currentCheckout(
  tx: Tx,
  id: string,
  now: Date,
  emit: EmitCheckout,
): Promise<CheckoutState> {
  const checkout = await lockCheckout(tx, id);
  if (!checkout) throw new CoinbaseRefusal(404, 'checkout not found');
  if (checkout.status !== 'ACTIVE' || new Date(checkout.expiresAt) > now) return checkout;
  const expired = await step(tx, checkout, { status: 'EXPIRED' }, now);
  await emit(tx, 'checkout.payment.expired', expired);
  return expired;
}

/** Expires checkouts whose time is over and that nobody looks at. */
export async function expireOverdue(db: Database, now: Date, emit: EmitCheckout): Promise<void> {
  for (const id of await listOverdue(db.orm, now)) {
    await db.transaction((tx) => currentCheckout(tx, id, now, emit));
  }
}

export async function deactivate(tx: Tx, id: string, now: Date, emit: EmitCheckout): Promise<CheckoutState> {
  const checkout = await currentCheckout(tx, id, now, emit);
  if (checkout.status === 'DEACTIVATED') return checkout;
  if (checkout.status !== 'ACTIVE') {
    throw new CoinbaseRefusal(400, `a checkout that is ${checkout.status} cannot be deactivated`);
  }
  return step(tx, checkout, { status: 'DEACTIVATED' }, now);
}

/** How far an under- or overpayment misses: a tenth of the amount. */
const tenth = (hundredths: number) => Math.max(1, Math.round(hundredths / 10));

/** Pays an active checkout: at once, or with `late` as a chain that takes its time. */
export async function payCheckout(
  tx: Tx,
  checkout: CheckoutState,
  outcome: 'pay' | 'late' | 'underpay' | 'overpay',
  now: Date,
  emit: EmitCheckout,
  currency = 'USDC',
): Promise<CheckoutState> {
  if (outcome === 'late') return step(tx, checkout, { status: 'PROCESSING' }, now);
  const asked = toHundredths(checkout.amount);
  const miss = outcome === 'underpay' ? -tenth(asked) : outcome === 'overpay' ? tenth(asked) : 0;
  return complete(tx, checkout, { totalAmount: fromHundredths(asked + miss), currency }, now, emit);
}

async function complete(
  tx: Tx,
  checkout: CheckoutState,
  settlement: { totalAmount: string; currency: string },
  now: Date,
  emit: EmitCheckout,
): Promise<CheckoutState> {
  const paid = await step(tx, checkout, { status: 'COMPLETED', settlement, transactionHash: newHash() }, now);
  await emit(tx, 'checkout.payment.success', paid);
  return paid;
}

/** What became of a late payment; nothing when it is decided already. */
export async function settleLate(
  tx: Tx,
  id: string,
  succeeded: boolean,
  now: Date,
  emit: EmitCheckout,
): Promise<void> {
  const checkout = await lockCheckout(tx, id);
  if (checkout?.status !== 'PROCESSING') return;
  if (succeeded) {
    await complete(tx, checkout, { totalAmount: checkout.amount, currency: 'USDC' }, now, emit);
  } else {
    await emit(tx, 'checkout.payment.failed', await step(tx, checkout, { status: 'FAILED' }, now));
  }
}

/** Gives money back; with `willFail` the transfer is taken and bounces afterwards. */
export async function refundCheckout(
  tx: Tx,
  id: string,
  asked: z.infer<typeof RefundCreate>,
  now: Date,
  emit: EmitCheckout,
  willFail: boolean,
): Promise<{ checkout: CheckoutState; refund: RefundState }> {
  const checkout = await currentCheckout(tx, id, now, emit);
  if (checkout.status !== 'COMPLETED' && checkout.status !== 'PARTIALLY_REFUNDED') {
    throw new CoinbaseRefusal(400, `a checkout that is ${checkout.status} cannot be refunded`);
  }
  const wanted = toHundredths(asked.amount);
  if (wanted < 1 || wanted > refundable(checkout)) {
    throw new CoinbaseRefusal(400, 'the amount exceeds what can be refunded');
  }
  const refund: RefundState = {
    id: newRefundId(),
    checkoutId: id,
    amount: fromHundredths(wanted),
    currency: checkout.settlement?.currency ?? 'USDC',
    fiatAmount: fromHundredths(wanted),
    fiatCurrency: asked.currency ?? checkout.priced,
    status: willFail ? 'FAILED' : 'COMPLETED',
    reason: asked.reason ?? null,
    transactionHash: willFail ? null : newHash(),
    createdAt: now.toISOString(),
    completedAt: willFail ? null : now.toISOString(),
  };
  const refunds = [...checkout.refunds, refund];
  const left = refundable({ ...checkout, refunds });
  const status = willFail ? checkout.status : left === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  const after = await step(tx, checkout, { refunds, status }, now);
  await emit(tx, `checkout.refund.${willFail ? 'failed' : 'success'}`, after);
  // The transfer is under way when the call is answered; its end is told by the event.
  return { checkout: after, refund: { ...refund, status: 'PENDING' } };
}
