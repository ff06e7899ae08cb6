import { createVerifiedAccount } from '../server/src/modules/accounts/accounts.service.ts';
import { type BenchDatabase, withApp } from './databases.ts';

export const PASSWORD = 'Zebra.Lathe.4';

/** Creates people with confirmed e-mail addresses, each the owner of `orders` existing tests; returns the addresses. */
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
