import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Tx } from '../platform/postgres/database.ts';
import { insertCheckout, lockCheckout, saveCheckout } from './coinbase.store.ts';
import {
  type CheckoutState,
  fromHundredths,
  newAddress,
  newCheckoutId,
  newHash,
  newRefundId,
  presentCheckout,
  type RefundState,
  refundable,
  toHundredths,
} from './coinbase-objects.ts';
import { sendEvent } from './deliveries.ts';
import { arriving, type HostedCheckout, type Payment, type SandboxContext } from './provider.ts';
import { CoinbaseRefusal } from './refusals.ts';

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
  { clock }: SandboxContext,
  tx: Tx,
  asked: z.infer<typeof CheckoutCreate>,
): Promise<CheckoutState> {
  const now = clock.now();
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

/** Changes a checkout. Sends the merchant an event if `type` is given. */
async function change(
  ctx: SandboxContext,
  tx: Tx,
  checkout: CheckoutState,
  changes: Partial<CheckoutState>,
  eventType?: string,
): Promise<CheckoutState> {
  const next = { ...checkout, ...changes, updatedAt: ctx.clock.now().toISOString() };
  await saveCheckout(tx, next);
  if (eventType) {
    const event = { ...presentCheckout(next, ctx.baseUrl()), eventType };
    await sendEvent(ctx, tx, 'coinbase', randomUUID(), event);
  }
  return next;
}

/** A checkout in the form that its payment page shows. */
export function describeCheckout(checkout: CheckoutState): HostedCheckout {
  const asked = toHundredths(checkout.amount);
  const name = checkout.description ?? 'Payment';
  const isOver = ['EXPIRED', 'DEACTIVATED', 'FAILED'].includes(checkout.status);
  return {
    state: checkout.status === 'ACTIVE' ? 'open' : isOver ? 'over' : 'used',
    bill: {
      currency: checkout.priced.toLowerCase(),
      asked,
      items: [{ name, description: null, quantity: 1, unitAmount: asked }],
      customerEmail: null,
      clientReferenceId: checkout.metadata.payment_id ?? null,
    },
    successUrl: checkout.successRedirectUrl,
    cancelUrl: checkout.failRedirectUrl,
  };
}

/** Reads and locks a checkout. A checkout whose time is over expires at this moment. */
export async function currentCheckout(ctx: SandboxContext, tx: Tx, id: string): Promise<CheckoutState> {
  const checkout = await lockCheckout(tx, id);
  if (!checkout) throw new CoinbaseRefusal(404, 'checkout not found');
  if (checkout.status !== 'ACTIVE' || new Date(checkout.expiresAt) > ctx.clock.now()) return checkout;
  return change(ctx, tx, checkout, { status: 'EXPIRED' }, 'checkout.payment.expired');
}

export async function deactivateCheckout(ctx: SandboxContext, tx: Tx, id: string): Promise<CheckoutState> {
  const checkout = await currentCheckout(ctx, tx, id);
  if (checkout.status === 'DEACTIVATED') return checkout;
  if (checkout.status !== 'ACTIVE') {
    throw new CoinbaseRefusal(400, `a checkout that is ${checkout.status} cannot be deactivated`);
  }
  return change(ctx, tx, checkout, { status: 'DEACTIVATED' });
}

/** Pays an open checkout: at once, or some seconds later with `late`, like a slow blockchain. */
export async function payCheckout(
  ctx: SandboxContext,
  tx: Tx,
  checkout: CheckoutState,
  how: Payment,
  currency = 'USDC',
): Promise<CheckoutState> {
  if (how === 'late') return change(ctx, tx, checkout, { status: 'PROCESSING' });
  const totalAmount = fromHundredths(arriving(toHundredths(checkout.amount), how));
  return complete(ctx, tx, checkout, { totalAmount, currency });
}

function complete(
  ctx: SandboxContext,
  tx: Tx,
  checkout: CheckoutState,
  settlement: { totalAmount: string; currency: string },
): Promise<CheckoutState> {
  const changes = { status: 'COMPLETED' as const, settlement, transactionHash: newHash() };
  return change(ctx, tx, checkout, changes, 'checkout.payment.success');
}

/** Finishes a late payment. Does nothing if it is already finished. */
export async function settleLateCheckout(
  ctx: SandboxContext,
  tx: Tx,
  id: string,
  succeeded: boolean,
): Promise<void> {
  const checkout = await lockCheckout(tx, id);
  if (checkout?.status !== 'PROCESSING') return;
  if (succeeded) {
    await complete(ctx, tx, checkout, { totalAmount: checkout.amount, currency: 'USDC' });
  } else {
    await change(ctx, tx, checkout, { status: 'FAILED' }, 'checkout.payment.failed');
  }
}

/** Refunds money. With `willFail` the provider accepts the refund, and reports later that it failed. */
export async function refundCheckout(
  ctx: SandboxContext,
  tx: Tx,
  id: string,
  asked: z.infer<typeof RefundCreate>,
  willFail: boolean,
): Promise<{ checkout: CheckoutState; refund: RefundState }> {
  const checkout = await currentCheckout(ctx, tx, id);
  if (checkout.status !== 'COMPLETED' && checkout.status !== 'PARTIALLY_REFUNDED') {
    throw new CoinbaseRefusal(400, `a checkout that is ${checkout.status} cannot be refunded`);
  }
  const wanted = toHundredths(asked.amount);
  if (wanted < 1 || wanted > refundable(checkout)) {
    throw new CoinbaseRefusal(400, 'the amount exceeds what can be refunded');
  }
  const now = ctx.clock.now().toISOString();
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
    createdAt: now,
    completedAt: willFail ? null : now,
  };
  const refunds = [...checkout.refunds, refund];
  const left = refundable({ ...checkout, refunds });
  const status = willFail ? checkout.status : left === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  const eventType = `checkout.refund.${willFail ? 'failed' : 'success'}`;
  const after = await change(ctx, tx, checkout, { refunds, status }, eventType);
  // The answer says that the transfer is pending. An event reports its end.
  return { checkout: after, refund: { ...refund, status: 'PENDING' } };
}
