import pg from 'pg';
import { createVerifiedAccount } from '../server/src/modules/accounts/accounts.service.ts';
import { type BenchDatabase, withApp } from './databases.ts';

export const PASSWORD = 'Zebra.Lathe.4';

/** Creates people with confirmed addresses, each the owner of `orders` existing tests; returns the addresses. */
export async function makePeople(
  database: BenchDatabase,
  { count, orders }: { count: number; orders: number },
): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, place) => `bench-${place}@mail.test`);
  await withApp(database, async ({ accounts, platform }) => {
    for (const email of emails)
      await createVerifiedAccount(accounts, { email, password: PASSWORD, firstName: 'B', lastName: 'M' });
    await platform.bulkDb.pool.query(
      `UPDATE test_request SET customer_id = owner.id
       FROM (SELECT id, row_number() OVER () - 1 AS place FROM user_account WHERE email = ANY ($1)) owner
       WHERE task_number % $2::int = place`,
      [emails, Math.floor(database.tests / orders)],
    );
  });
  return emails;
}

/** Creates a paid payment for each order. */
export async function makePayments({ url }: BenchDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    INSERT INTO payment (id, subject_kind, subject_id, customer_id, provider, description, reference, customer_email,
      success_url, cancel_url, status, amount_cents, currency, received_cents, received_currency, provider_session_id,
      expires_at, created_at, updated_at, settled_at)
    SELECT gen_random_uuid(), 'order', id, customer_id, 'stripe', 'Test', task_number::text, 'bench@mail.test',
      'http://localhost/', 'http://localhost/', 'paid', final_price_cents, 'usd', final_price_cents, 'usd', 'cs_' || task_number,
      created_at + interval '1 day', created_at, created_at, created_at
    FROM test_request`);
  await client.query('VACUUM (ANALYZE) payment, test_request');
  await client.end();
}

/** Signs in and returns the session's token. */
export async function signIn(port: number, email: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}`);
  const { session } = (await answer.json()) as { session: { access_token: string } };
  return session.access_token;
}
