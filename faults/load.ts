import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { syntheticTrace, traceAsCsv } from '@vialproof/science/chromatography/synthetic-trace';
import { DEMO_PASSWORD } from '../e2e/passwords.ts';
import type { Caller } from './caller.ts';

/** Everything that the server has confirmed to its clients. It must not lose any of it. */
export type Acknowledged = {
  orders: string[];
  /** `subject` is the id of the order or of the share. */
  payments: { subject: string; cents: number }[];
  /** The ids of orders to which a trace was uploaded. */
  uploads: string[];
  /** The ids of orders whose result is published. */
  publications: string[];
  groups: string[];
};
export type Customer = { email: string; caller: Caller };
type Order = { id: string; status: string; final_price_cents: number };
type LabRequest = {
  data?: {
    request: { status: string };
    draft: { version: number; chromatogram: { purity_percent: number | null } | null } | null;
  };
};
type Group = { status: string; viewer?: { share?: { id: string; amount_cents: number; status: string } } };

const PAUSE_MS = 300;
const SHOPPERS = 2;
const THINKING_MS = 2500;
const MOST_ORDERS = 90;
/** The server accepts 100 signatures in a session within 15 minutes, and repeated calls count too. */
const TESTS_A_SESSION = 50;
/** The server lets a person create so many. */
const GROUPS_A_DAY = 20;
const PATIENCE_MS = 150_000;
const PAID = new URLSearchParams({ outcome: 'pay' });
const PURITY = {
  analyte: 'Purity',
  method: 'RP-HPLC-UV 214 nm',
  value: null,
  unit: '% area',
  limit: '≥ 90.0',
  verdict: null,
};

/** People who order, pay, test and share all the time until they are stopped. */
export class Load {
  readonly acknowledged: Acknowledged = {
    orders: [],
    payments: [],
    uploads: [],
    publications: [],
    groups: [],
  };
  readonly #paid: string[] = [];
  readonly #loops: Promise<void>[];
  #isOver = false;
  #tested = 0;

  constructor(register: () => Promise<Customer>, bench: { analyst: Caller; reviewer: Caller }) {
    const shoppers = Array.from({ length: SHOPPERS }, () => this.#repeat(() => this.#shop(register)));
    this.#loops = [
      ...shoppers,
      this.#repeat(() => this.#test(bench)),
      this.#repeat(() => this.#share(register)),
    ];
  }

  /** Stops the load, after everybody has finished the work in progress. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) await work();
  }

  /** Registers a new person who orders. Orders and registrations stay below the limits per hour. */
  async #shop(register: () => Promise<Customer>): Promise<void> {
    const customer = await register();
    for (let count = 0; count < MOST_ORDERS && !this.#isOver; count += 1) {
      await this.#order(customer);
      await pause(THINKING_MS);
    }
  }

  async #order({ caller }: Customer): Promise<void> {
    const catalog = await caller.call<{ data: { id: string }[] }>('GET', '/api/skus/catalog');
    const skuId = catalog.body.data?.[0]?.id;
    const paymentMethod = Math.random() < 0.5 ? 'stripe' : 'coinbase';
    const json = { skuId, quantity: 1, paymentMethod };
    const order = await caller.call<{ data: Order }>('POST', '/api/orders', { json, key: randomUUID() });
    if (order.status !== 201) return;
    const { id } = order.body.data;
    this.acknowledged.orders.push(id);
    const visibility = Math.random() < 0.5 ? 'public' : 'private';
    const details = { visibility, compound_name: 'BPC-157', manufacturer: 'Fault Maker', batch_code: 'F-1' };
    const saved = await caller.call<{ data: Order }>('PUT', `/api/orders/${id}/details`, { json: details });
    const cents = saved.body.data?.final_price_cents;
    if (cents === undefined) return;
    const isPaid = await this.#pay(caller, { subject: id, cents, provider: paymentMethod });
    if (isPaid) this.#paid.push(id);
  }

  /** Pays on the hosted page; returns whether the page has confirmed the payment. */
  async #pay(
    caller: Caller,
    { subject, cents, provider }: Acknowledged['payments'][number] & { provider: string },
  ): Promise<boolean> {
    const json = { request_id: subject, provider, amount_cents: cents, currency: 'usd' };
    const page = await caller.call<{ url?: string }>('POST', '/api/checkout', { json });
    if (!page.body.url) return false;
    const { pathname } = new URL(page.body.url);
    const pressed = await caller.call('POST', pathname, { form: PAID });
    // The answer to the first payment may be lost. A page that was paid redirects to itself.
    if (!pressed.location?.includes('/request/success')) return false;
    this.acknowledged.payments.push({ subject, cents });
    return true;
  }

  async #test({ analyst, reviewer }: { analyst: Caller; reviewer: Caller }): Promise<void> {
    const id = this.#paid.shift();
    if (id === undefined) return pause(PAUSE_MS);
    const at = `/api/lab/requests/${id}`;
    const status = async () => (await analyst.call<LabRequest>('GET', at)).body.data?.request.status;
    if ((await status()) !== 'awaiting_sample') {
      // The provider's event about the payment is late or lost. Other orders go on meanwhile.
      this.#paid.push(id);
      return pause(PAUSE_MS);
    }
    this.#tested += 1;
    if (this.#tested % TESTS_A_SESSION === 0) await Promise.all([analyst.signIn(), reviewer.signIn()]);
    const intake = { condition: 'Sealed and intact', note: '', accepted: true };
    await analyst.call('POST', `${at}/intake`, { json: intake });
    const form = new FormData();
    form.set('file', new Blob([traceAsCsv(syntheticTrace({ seed: id, solvent: 'dip' }))]), 'trace.csv');
    const uploaded = await analyst.call('POST', `${at}/chromatogram`, { form });
    if (uploaded.status < 300) this.acknowledged.uploads.push(id);
    const draft = (await analyst.call<LabRequest>('GET', at)).body.data?.draft;
    const value = draft?.chromatogram?.purity_percent ?? 99;
    const result = { title: 'BPC-157 5 mg', summary: 'Identity confirmed.', version: draft?.version ?? 0 };
    await analyst.call('PUT', `${at}/result`, {
      json: { ...result, measurements: [{ ...PURITY, value, verdict: value >= 90 ? 'pass' : 'fail' }] },
    });
    await analyst.call('POST', `${at}/submit`, { json: { password: DEMO_PASSWORD, meaning: 'measured' } });
    await reviewer.call('POST', `${at}/publish`, { json: { password: DEMO_PASSWORD, meaning: 'released' } });
    // Maybe the result is published, and only the answer was lost.
    if ((await status()) === 'complete') this.acknowledged.publications.push(id);
  }

  /** Registers three new people, who create groups in turn, because nobody may create more than 20 a day. */
  async #share(register: () => Promise<Customer>): Promise<void> {
    const people = [await register(), await register(), await register()] as const;
    for (let count = 0; count < GROUPS_A_DAY && !this.#isOver; count += 1)
      for (const organizer of people) await this.#group(organizer, people);
  }

  async #group(organizer: Customer, people: readonly Customer[]): Promise<void> {
    const json = {
      title: `Faults ${randomUUID()}`,
      description: 'From one batch.',
      test_type: 'retatrutide',
      deadline_at: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      min_participants: people.length,
      target_participants: people.length,
      est_test_cost_cents: 30_000,
      est_shipping_cents: 4000,
      est_vial_cost_cents: 0,
      is_public: true,
    };
    const made = await organizer.caller.call<{ test?: { id: string } }>('POST', '/api/group-tests', {
      json,
      key: randomUUID(),
    });
    const id = made.body.test?.id;
    if (made.status !== 201 || !id) return pause(PAUSE_MS);
    this.acknowledged.groups.push(id);
    const path = `/api/group-tests/${id}`;
    for (const { caller } of people) await caller.call('POST', `${path}/join`, { json: { action: 'join' } });
    for (const { caller } of people) {
      const share = async () => (await caller.call<Group>('GET', path)).body.viewer?.share;
      await this.#becomes(share, (found) => found?.status === 'due');
      const due = await share();
      if (due?.status !== 'due') continue;
      await this.#pay(caller, { subject: due.id, cents: due.amount_cents, provider: 'stripe' });
    }
  }

  /** Asks again until `isSo` accepts the answer. False if that takes longer than any fault lasts. */
  async #becomes<T>(ask: () => Promise<T>, isSo: (found: T) => boolean): Promise<boolean> {
    const until = performance.now() + PATIENCE_MS;
    while (performance.now() < until) {
      if (isSo(await ask())) return true;
      if (this.#isOver) return false;
      await pause(PAUSE_MS);
    }
    return false;
  }
}
