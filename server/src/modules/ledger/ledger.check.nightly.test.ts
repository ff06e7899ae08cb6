import type { LedgerReport } from '@vialproof/contract/ledger';
import { expect, test } from 'vitest';
import { storefront } from '../../testing/storefront.ts';
import { testApp } from '../../testing/test-app.ts';
import { checkLedger } from './ledger.service.ts';

/** More findings than the arguments that a function call can have. */
const VERY_MANY = 150_000;

test('the check of the ledger shows the number of all findings and the first 200', async () => {
  const app = await testApp();
  const { admin } = await storefront(app);
  // This statement makes orders wrong: they continue without a payment.
  await app.platform.db.pool.query(
    `INSERT INTO test_request (id, unique_key, customer_id, sku_id, payment_method, status, base_price_cents,
       final_price_cents, created_at, updated_at)
     SELECT gen_random_uuid(), 'ABCDEFGHJKMN', $1, (SELECT id FROM sku LIMIT 1), 'stripe', 'complete', 30000,
       30000, $2, $2 FROM generate_series(1, $3::int)`,
    [admin.id, app.clock.now(), VERY_MANY],
  );
  await app.platform.db.pool.query("INSERT INTO good (id, kind) SELECT id, 'order' FROM test_request");
  app.clock.advance(3_600_000);
  const report = await checkLedger(app.modules.ledger);
  expect(report.finding_count).toBe(VERY_MANY);
  expect(report.findings.map(({ kind }) => kind)).toEqual(Array(200).fill('order_differs'));
  const { token } = await app.person('admin');
  const read = await app.request<{ data: LedgerReport }>('/api/lab/ledger-check', { token });
  expect(read.body.data).toEqual(report);
});
