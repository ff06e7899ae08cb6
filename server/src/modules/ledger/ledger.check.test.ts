import type { LedgerReport } from '@vialproof/contract/ledger';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';
import { checkLedger } from './ledger.service.ts';

test('the check of the ledger adds up the entries of all pages', async () => {
  const app = await testApp();
  const { pool } = app.platform.db;
  // Turns off the trigger that refuses rows whose sum is not zero.
  await asOwner(app, 'ALTER TABLE ledger_entry DISABLE TRIGGER ledger_balanced');
  const insert = (count: number, account: string, cents: number, currency: string) =>
    pool.query(
      `INSERT INTO ledger_entry (transaction_id, subject_kind, subject_id, account, amount_cents, currency, kind, at)
       SELECT md5($3 || n)::uuid, 'group', gen_random_uuid(), $1, $2, $3, 'payout', $4 FROM generate_series(1, $5::int) AS n`,
      [account, cents, currency, app.clock.now(), count],
    );
  await insert(1_200, 'provider', 500, 'usd');
  await insert(1_200, 'owed', -500, 'usd');
  await insert(1_100, 'provider', 7, 'eur');
  await insert(400, 'bank', -7, 'eur');
  const report = await checkLedger(app.modules.ledger);
  expect(report).toMatchObject({
    payment_count: 0,
    entry_count: 3_900,
    provider_balances: [
      { account: 'provider', currency: 'eur', amount_cents: 7_700 },
      { account: 'provider', currency: 'usd', amount_cents: 600_000 },
    ],
    finding_count: 700,
  });
  expect(report.findings).toHaveLength(200);
  expect(new Set(report.findings.map(({ detail }) => detail)).size).toBe(200);
  const { token } = await app.person('admin');
  const read = await app.request<{ data: LedgerReport }>('/api/lab/ledger-check', { token });
  expect(read.body.data).toEqual(report);
});
