import { createHash } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import {
  amountOf,
  type CoinbaseCheckout,
  type CoinbaseRefund,
  refundReason,
  refundUpdateOf,
  signalsOf,
} from './coinbase.rules.ts';
import { bearerToken, holds, readKey } from './coinbase-signature.ts';
import {
  type EventUpdate,
  type HeaderReader,
  type HostedCheckout,
  type PaymentProvider,
  ProviderBusy,
  ProviderRefused,
  ProviderUnavailable,
  type ProviderUpdate,
  type RefundCall,
  type RefundUpdate,
  type Snapshot,
} from './provider.ts';

const OWN_ADDRESS = 'https://business.coinbase.com';
const CHECKOUT_ID = /^[0-9a-f]{24}$/;

type CoinbaseSettings = {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  timeoutMs: number;
  /** The currency of prices. */
  currency: 'USD' | 'USDC';
  /** The address of the API if it is not the provider's own, such as the address of the sandbox. */
  apiBase: () => string | undefined;
  /** The address of our receipt, because this provider has none. */
  receiptUrl: (paymentId: string) => string;
  clock: Clock;
};

/** The settings, with a key that is read only once. */
type Account = CoinbaseSettings & { key: () => ReturnType<typeof readKey> };

/** Crypto payments by Coinbase Business. Each call has its own token, and each new checkout contains our id. */
export function createCoinbaseProvider(settings: CoinbaseSettings): PaymentProvider {
  let key: ReturnType<typeof readKey> | undefined;
  const account: Account = {
    ...settings,
    key() {
      key ??= readKey(settings.keySecret);
      return key;
    },
  };
  return {
    lifetime: { min: 15 * 60, max: 24 * 3600 },
    createCheckout: (checkout) => createCheckout(account, checkout),
    retrieve: (sessionId) => retrieve(account, sessionId),
    expire: (sessionId) => expire(account, sessionId),
    refund: (request) => refund(account, request),
    verifyWebhook: (rawBody, headers, now) => verifyWebhook(settings.webhookSecret, rawBody, headers, now),
    readEvent: (body) => readEvent(JSON.parse(body) as CoinbaseCheckout & { eventType: string }),
  };
}

async function createCheckout(
  account: Account,
  checkout: HostedCheckout,
): Promise<{ sessionId: string; url: string }> {
  const made = await call<CoinbaseCheckout>(account, 'POST', '', {
    idempotencyKey: checkout.paymentId,
    body: {
      amount: amountOf(checkout.amountCents),
      currency: account.currency,
      description: checkout.description.slice(0, 500),
      metadata: { payment_id: checkout.paymentId, request_id: checkout.subject.id },
      // The provider does not add its id to the return address, so the address contains our id.
      successRedirectUrl: `${checkout.successUrl}${checkout.successUrl.includes('?') ? '&' : '?'}session_id=${checkout.paymentId}`,
      failRedirectUrl: checkout.cancelUrl,
      expiresAt: checkout.expiresAt.toISOString(),
    },
  });
  if (!made.url || !CHECKOUT_ID.test(made.id)) throw new ProviderRefused(`checkout ${made.id} has no page`);
  return { sessionId: made.id, url: made.url };
}

async function retrieve(account: Account, sessionId: string): Promise<Snapshot> {
  const checkout = await read(account, sessionId);
  const paymentId = checkout.metadata?.payment_id;
  return {
    update: updateOf(checkout),
    receiptUrl: paymentId ? account.receiptUrl(paymentId) : null,
  };
}

async function expire(account: Account, sessionId: string): Promise<'expired' | 'complete'> {
  try {
    await call(account, 'POST', `/${checkedId(sessionId)}/deactivate`, { body: {} });
    return 'expired';
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // The provider refuses because the page has expired or was used.
    const { status } = await read(account, sessionId);
    if (['EXPIRED', 'DEACTIVATED', 'FAILED'].includes(status)) return 'expired';
    if (status === 'ACTIVE') throw error;
    return 'complete';
  }
}

async function refund(
  account: Account,
  { refundId, providerPaymentId, amountCents, currency, reason }: RefundCall,
): Promise<RefundUpdate> {
  const { refund } = await call<{ refund: CoinbaseRefund }>(
    account,
    'POST',
    `/${checkedId(providerPaymentId)}/refund`,
    {
      idempotencyKey: refundId,
      body: {
        amount: amountOf(amountCents),
        // Without a currency, the provider takes that of the checkout.
        ...(currency === 'usd' ? {} : { currency: currency.toUpperCase() }),
        reason: refundReason(reason, refundId),
      },
    },
  );
  return { ...refundUpdateOf(refund), refundId };
}

/** Checks the signature of a webhook; undefined if it is wrong. */
function verifyWebhook(secret: string, rawBody: Uint8Array, headers: HeaderReader, now: Date) {
  if (!holds(rawBody, headers, secret, now)) return undefined;
  const text = Buffer.from(rawBody).toString('utf8');
  try {
    const event = JSON.parse(text) as { id?: unknown; eventType?: unknown };
    const { id, eventType } = event;
    if (typeof id !== 'string' || typeof eventType !== 'string' || !CHECKOUT_ID.test(id)) return undefined;
    // Events of this provider have no id, so the server makes one from the content.
    const body = createHash('sha256').update(rawBody).digest('hex').slice(0, 16);
    const isRefund = eventType.startsWith('checkout.refund.');
    return { id: `${id}:${eventType}${isRefund ? `:${body}` : ''}`, type: eventType };
  } catch {
    return undefined;
  }
}

const read = (account: Account, id: string) => call<CoinbaseCheckout>(account, 'GET', `/${checkedId(id)}`);

async function call<T>(
  account: Account,
  method: 'GET' | 'POST',
  path: string,
  ask?: { body: object; idempotencyKey?: string },
) {
  const url = new URL(`${account.apiBase() ?? OWN_ADDRESS}/api/v1/checkouts${path}`);
  const token = await bearerToken(account.key(), {
    keyId: account.keyId,
    method,
    url,
    now: account.clock.now(),
  });
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(account.timeoutMs),
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(ask ? { 'content-type': 'application/json' } : {}),
        ...(ask?.idempotencyKey ? { 'x-idempotency-key': ask.idempotencyKey } : {}),
      },
      body: ask ? JSON.stringify(ask.body) : null,
    });
    text = await answer.text();
  } catch (error) {
    throw new ProviderUnavailable('the crypto provider does not answer', { cause: error });
  }
  if (answer.ok) return parse<T>(text);
  const said = `the crypto provider answered ${answer.status}: ${messageIn(text)}`;
  if (answer.status === 409) throw new ProviderBusy(said);
  // Only these statuses are final. After errors about keys and limits, a later call may succeed.
  if ([400, 404, 422].includes(answer.status)) throw new ProviderRefused(said);
  throw new ProviderUnavailable(said);
}

const STATUS_OF_EVENT: Record<string, string> = {
  'checkout.payment.success': 'COMPLETED',
  'checkout.payment.failed': 'FAILED',
  'checkout.payment.expired': 'EXPIRED',
};

function readEvent(event: CoinbaseCheckout & { eventType: string }): EventUpdate | undefined {
  const status = STATUS_OF_EVENT[event.eventType];
  if (status) return { ...updateOf(event, status), askAgain: false };
  // The event does not list the refunds of the checkout, so the provider must be asked.
  if (event.eventType.startsWith('checkout.refund.')) {
    return { ...updateOf(event), signals: [], refunds: [], askAgain: true };
  }
  return undefined;
}

function updateOf(checkout: CoinbaseCheckout, status?: string): ProviderUpdate {
  return {
    about: {
      paymentId: checkout.metadata?.payment_id ?? null,
      sessionId: checkout.id,
      providerPaymentId: checkout.id,
    },
    signals: signalsOf(checkout, status),
    refunds: (checkout.refunds ?? []).map(refundUpdateOf),
    ...(checkout.transactionHash ? { transactionHash: checkout.transactionHash.slice(0, 100) } : {}),
  };
}

function parse<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new ProviderUnavailable('the crypto provider answered something else than JSON', { cause: error });
  }
}

/** Only a valid id may become part of an address. */
function checkedId(id: string): string {
  if (!CHECKOUT_ID.test(id)) throw new ProviderRefused(`${id} is no checkout of the crypto provider`);
  return id;
}

function messageIn(text: string): string {
  try {
    const { errorMessage, message } = JSON.parse(text) as { errorMessage?: string; message?: string };
    return String(errorMessage ?? message ?? '').slice(0, 300);
  } catch {
    return '';
  }
}
