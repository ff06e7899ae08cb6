import { randomUUID } from 'node:crypto';
import type { Customer } from '../faults/load.ts';
import type { Cluster } from './cluster.ts';
import type { Watch } from './watch.ts';

const CHANGE_EVERY_MS = 200;
const READ_EVERY_MS = 1_000;
/** So many changes may wait for their answers at once. A person may have twenty drafts. */
const ORDERS = 16;
/** The home page and the public list. */
const PAGES = ['/', '/tests'];
const PATIENCE_MS = 10_000;

/** An order whose batch code is changed again and again. The codes count up. */
type Order = { id: string; tried: number; acknowledged: number };

/** Calls at a fixed pace, by which outages are measured: one person changes orders, another one reads pages. */
export class Pulse {
  readonly #address: string;
  readonly #customer: Customer;
  readonly #watch: Watch;
  readonly #orders: Order[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  /** The orders without a change under way. */
  #free: Order[] = [];
  acknowledged = 0;

  constructor(address: string, customer: Customer, watch: Watch) {
    this.#address = address;
    this.#customer = customer;
    this.#watch = watch;
  }

  async start(): Promise<void> {
    const { caller } = this.#customer;
    const catalog = await caller.call<{ data: { id: string }[] }>('GET', '/api/skus/catalog');
    const json = { skuId: catalog.body.data[0]?.id, quantity: 1, paymentMethod: 'stripe' };
    while (this.#orders.length < ORDERS) {
      const key = randomUUID();
      const made = await caller.call<{ data: { id: string } }>('POST', '/api/orders', { json, key });
      if (made.status !== 201) throw new Error(`an order was answered ${made.status}`);
      this.#orders.push({ id: made.body.data.id, tried: 0, acknowledged: 0 });
    }
    this.#free = [...this.#orders];
    this.#timers.push(
      setInterval(() => void this.#change(), CHANGE_EVERY_MS),
      setInterval(() => void Promise.all(PAGES.map((page) => this.#read(page))), READ_EVERY_MS),
    );
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  get orders(): string[] {
    return this.#orders.map(({ id }) => id);
  }

  /** The orders that went back behind an acknowledged change. */
  async lost(query: Cluster['query']): Promise<string[]> {
    const least = this.#orders.map(({ acknowledged }) => acknowledged);
    const { rows } = await query<{ id: string }>(
      `SELECT told.id FROM unnest($1::uuid[], $2::int[]) AS told (id, least)
       LEFT JOIN test_request ON test_request.id = told.id
       WHERE coalesce(substring(batch_code FROM 3)::int, 0) < least`,
      [this.orders, least],
    );
    return rows.map(({ id }) => `Not so: an acknowledged change is stored. Order ${id}`);
  }

  async #change(): Promise<void> {
    const order = this.#free.shift();
    if (!order) return;
    order.tried += 1;
    const number = order.tried;
    const json = { visibility: 'private', batch_code: `P-${number}` };
    const { caller } = this.#customer;
    const answer = await caller.once('PUT', `/api/orders/${order.id}/details`, { json });
    if (answer?.status === 200) {
      order.acknowledged = number;
      this.acknowledged += 1;
    }
    if (answer?.status === 401) await caller.signIn();
    this.#free.push(order);
  }

  async #read(page: string): Promise<void> {
    const from = performance.now();
    const status = await fetch(this.#address + page, { signal: AbortSignal.timeout(PATIENCE_MS) })
      .then(async (answer) => {
        await answer.text();
        return answer.status;
      })
      .catch(() => 0);
    this.#watch.add({ kind: 'page', path: page, from, to: performance.now(), status });
  }
}
