import type { SignedIn } from '@vialproof/contract/accounts';
import type { CatalogItem } from '@vialproof/contract/catalog';
import type { ProblemBody } from '@vialproof/contract/errors';
import type { Order } from '@vialproof/contract/orders';
import type { StaffPaymentDetail, StaffPaymentPage } from '@vialproof/contract/payments-staff';
import { expect } from 'vitest';
import { checkLedger } from '../modules/ledger/ledger.service.ts';
import { paymentsFor, reconcilePayments } from '../modules/payments/payments.service.ts';
import type { Person, TestApp } from './test-app.ts';

export type Provider = 'stripe' | 'coinbase';
export const PROVIDERS: Provider[] = ['stripe', 'coinbase'];
export const PRICE = 18_000;
/** Shorter than the quarter of an hour for which an access token is valid. */
const TOKEN_MILLISECONDS = 14 * 60_000;

type Answered = { data: Order; url: string } & ProblemBody;
type Fault = { provider: Provider; kind: string; times?: number | null; value?: string };

/** Customers, an admin, and both payment providers with their faults. */
export async function storefront(app: TestApp) {
  const openedAt = app.clock.now().getTime();
  const admin = await app.person('admin');
  const catalog = await app.request<{ data: CatalogItem[] }>('/api/skus/catalog');
  const skuId = catalog.body.data.find(({ slug }) => slug === 'bpc-157')?.id;

  const tokens = new Map<string, { token: string; until: number }>();
  /** A token that is valid now, however far the clock was moved. */
  async function tokenOf({ email, token }: Person): Promise<string> {
    const now = app.clock.now().getTime();
    const known = tokens.get(email) ?? { token, until: openedAt + TOKEN_MILLISECONDS };
    if (known.until > now) return known.token;
    const { body } = await app.request<SignedIn>('/api/auth/login', {
      json: { email, password: app.password },
    });
    tokens.set(email, { token: body.session.access_token, until: now + TOKEN_MILLISECONDS });
    return body.session.access_token;
  }

  const control = async (path: string, json: object, method = 'POST') => {
    const answer = await app.request<{ released?: number }>(`/sandbox/control/${path}`, { method, json });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}`);
    return answer.body;
  };

  /** A new order for 180 dollars that `by` has not paid yet. */
  async function buyer(provider: Provider, by?: Person) {
    const person = by ?? (await app.person());
    const made = await app.request<{ data: { id: string } }>('/api/orders', {
      json: { skuId, quantity: 1, paymentMethod: provider },
      token: await tokenOf(person),
    });
    const { id } = made.body.data;
    const order = {
      app,
      person,
      id,
      provider,
      checkout: async (by: Provider = provider) =>
        app.request<Answered>('/api/checkout', {
          json: { request_id: id, provider: by, amount_cents: PRICE, currency: 'usd' },
          token: await tokenOf(person),
        }),
      cancel: async () =>
        app.request<Answered>(`/api/orders/${id}/cancel`, { method: 'POST', token: await tokenOf(person) }),
      read: async () =>
        (await app.request<Answered>(`/api/orders/${id}`, { token: await tokenOf(person) })).body.data,
      payments: () => paymentsFor(app.modules.payments, { kind: 'order', id }),
      /** The newest payment of the order. */
      async payment() {
        const [latest] = await order.payments();
        if (!latest) throw new Error('nothing was tried yet');
        return latest;
      },
      async session(): Promise<string> {
        const { rows } = await app.platform.db.pool.query<{ id: string }>(
          'SELECT provider_session_id AS id FROM payment WHERE subject_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
          [id],
        );
        return rows[0]?.id ?? '';
      },
      /** Opens the payment page and presses a button. No event is sent. */
      async press(outcome: string): Promise<void> {
        const page = await order.checkout();
        expect(page.status).toBe(201);
        await pressAt(page.body.url, outcome);
      },
      /** Presses a button of the payment page, and processes all events. */
      async pay(outcome = 'pay'): Promise<void> {
        await order.press(outcome);
        await app.jobs.drain();
      },
      kinds: async () => (await order.read()).timeline.map(({ kind }) => kind),
    };
    return order;
  }

  async function pressAt(url: string, outcome: string): Promise<void> {
    const answer = await app.raw(new URL(url).pathname, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
    });
    expect(answer.status).toBe(303);
  }

  /** An admin decides about a payment. */
  const decide = async (paymentId: string, step: string, json: object = {}, by: Person = admin) =>
    app.request<{ data: StaffPaymentDetail } & ProblemBody>(`/api/lab/payments/${paymentId}${step}`, {
      method: step === '' ? 'GET' : 'POST',
      token: await tokenOf(by),
      ...(step === '' ? {} : { json }),
    });

  return {
    app,
    admin,
    buyer,
    pressAt,
    decide,
    decisions: async () =>
      (await app.request<StaffPaymentPage>('/api/lab/payments', { token: await tokenOf(admin) })).body,
    misbehave: (fault: Fault) => control('faults', fault),
    behave: () => control('faults', {}, 'DELETE'),
    release: async (order: 'as_sent' | 'reversed' = 'as_sent') =>
      (await control('release', { order })).released ?? 0,
    dispute: (session: string, status: 'needs_response' | 'won' | 'lost') =>
      control('disputes', { session, status }),
    consoleRefund: (session: string, amount?: number) =>
      control('refunds', { session, ...(amount ? { amount } : {}) }),

    /** Moves the clock, runs the job of every minute, and then all jobs that are due. */
    async later(minutes: number): Promise<void> {
      app.clock.advance(minutes * 60_000);
      await reconcilePayments(app.modules.payments);
      await app.jobs.drain();
    },
    /** Runs the jobs that finish late payments. */
    async lateNews(): Promise<void> {
      await app.platform.db.pool.query(
        "UPDATE pgboss.job SET start_after = now() WHERE name LIKE 'sandbox.%.settle-late' AND state = 'created'",
      );
      await app.jobs.drain();
    },
    /** Runs failed jobs again. They may fail again, if the provider still does. */
    async drainThrough(): Promise<void> {
      for (let round = 0; round < 20; round += 1) {
        await app.platform.db.pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
        try {
          await app.jobs.drain();
          return;
        } catch {
          // The next round repeats the failed job, as the job queue does.
        }
      }
    },
    /** Checks that each transaction sums to zero, each account agrees with the facts, and each order with its money. */
    async expectBalanced(): Promise<void> {
      const report = await checkLedger(app.modules.ledger, 0);
      expect(report.findings).toEqual([]);
    },
    tokenOf,
  };
}
