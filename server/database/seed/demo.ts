import { setTimeout as pause } from 'node:timers/promises';
import type { CatalogItem } from '@vialproof/contract/catalog';
import type { House } from '../../src/house.ts';
import { type Call, signIn } from './demo-calls.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from './demo-people.ts';
import { DEMO_TESTS, type DemoTest } from './demo-tests.ts';
import { syntheticTrace, traceAsCsv } from './traces.ts';

const SETTLE_LIMIT_MS = 20_000;

/** The demo people; those who exist stay as they are. */
export async function seedDemoPeople({ accounts, platform }: House): Promise<void> {
  for (const person of DEMO_PEOPLE) {
    if (await accounts.exists(person.email)) continue;
    await accounts.createVerified({ ...person, password: DEMO_PASSWORD });
  }
  platform.log.debug('the demo people are there');
}

/**
 * Demo tests, each walked through the interface of the running server as people would: ordered, paid in the payment
 * sandbox, taken in, measured, published. Those that exist already (by batch code) are left alone, so that a seed that
 * was cut off goes on at the next start.
 */
export async function seedDemoTests(house: House): Promise<void> {
  const address = house.platform.ownAddress();
  const customer = await signIn(address, 'customer@demo.test');
  const mine = await customer<{ items: { batch_code: string | null }[] }>('GET', '/api/me/tests');
  const known = new Set(mine.items.map((item) => item.batch_code));
  const missing = DEMO_TESTS.filter((test) => !known.has(test.batch));
  if (missing.length === 0) return;
  const analyst = await signIn(address, 'analyst@demo.test');
  const reviewer = await signIn(address, 'reviewer@demo.test');
  const catalog = await customer<{ data: CatalogItem[] }>('GET', '/api/skus/catalog');
  for (const test of missing) {
    const sku = catalog.data.find((item) => item.slug === test.sku);
    if (!sku) continue;
    const id = await orderAndPay(address, customer, sku, test);
    if (test.stage === 'awaiting_sample') continue;
    await analyst('POST', `/api/lab/requests/${id}/intake`, {
      condition: 'Vial sealed and intact, white lyophilised powder',
      note: '',
      accepted: true,
    });
    if (!test.result) continue;
    const { trace, ...result } = test.result;
    await analyst('PUT', `/api/lab/requests/${id}/result`, { ...result, version: 0 });
    const form = new FormData();
    form.set(
      'file',
      new Blob([traceAsCsv(syntheticTrace(trace))], { type: 'text/csv' }),
      `${test.batch}.csv`,
    );
    await analyst('POST', `/api/lab/requests/${id}/chromatogram`, form);
    await analyst('POST', `/api/lab/requests/${id}/submit`);
    await reviewer('POST', `/api/lab/requests/${id}/publish`);
  }
}

async function orderAndPay(
  address: string,
  customer: Call,
  sku: CatalogItem,
  test: DemoTest,
): Promise<string> {
  const { data: order } = await customer<{ data: { id: string } }>('POST', '/api/orders', {
    skuId: sku.id,
    quantity: 1,
    paymentMethod: 'stripe',
  });
  const { data: detailed } = await customer<{ data: { final_price_cents: number } }>(
    'PUT',
    `/api/orders/${order.id}/details`,
    {
      visibility: test.visibility,
      compound_name: test.compound,
      dosage_text: test.dosage,
      manufacturer: test.maker,
      batch_code: test.batch,
    },
  );
  const { url } = await customer<{ url: string }>('POST', '/api/checkout', {
    request_id: order.id,
    provider: 'stripe',
    amount_cents: detailed.final_price_cents,
    currency: 'usd',
  });
  // The hosted page is addressed as a browser reaches it; here it is reached on loopback.
  await fetch(address + new URL(url).pathname, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'pay' }),
    redirect: 'manual',
  });
  const giveUp = performance.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const { data } = await customer<{ data: { status: string } }>('GET', `/api/orders/${order.id}`);
    if (data.status === 'awaiting_sample') return order.id;
    if (performance.now() > giveUp) throw new Error(`the demo seed: order ${order.id} stayed ${data.status}`);
    // The webhook and its jobs come on their own way; nothing to wait on but the order.
    await pause(50);
  }
}
