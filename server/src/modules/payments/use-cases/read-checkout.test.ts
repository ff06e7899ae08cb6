import { expect, it } from 'vitest';
import { groupApp } from '../../../testing/groups.ts';
import { storefront } from '../../../testing/storefront.ts';
import { type Person, type TestApp, testApp } from '../../../testing/test-app.ts';
import { checkPayment } from '../payments.service.ts';

/** The provider has the money, but the module orders does not know it yet. */
async function heldPayment(app: TestApp, { token }: Person) {
  const { pool } = app.platform.db;
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM payment ORDER BY created_at DESC LIMIT 1',
  );
  const id = rows[0]?.id ?? '';
  await checkPayment(app.modules.payments, id);
  return async () =>
    (await app.request<{ data: { state: string } }>(`/api/checkout/${id}`, { token })).body.data.state;
}

it('the success page says confirmed, not confirming, if money arrived for a cancelled order', async () => {
  const app = await testApp();
  const { buyer } = await storefront(app);
  const order = await buyer('stripe');
  await order.press('pay');
  const state = await heldPayment(app, order.person);
  expect(await state()).toBe('confirming');
  await app.platform.db.pool.query(
    "UPDATE test_request SET status = 'cancelled', cancelled_at = $1, cancelled_by = 'customer'",
    [app.clock.now()],
  );
  expect(await state()).toBe('confirmed');
});

it('the success page says confirmed, not confirming, if money arrived for a lost share', async () => {
  const { app, people, create, join, openPage, pressOnly } = await groupApp();
  const [organizer, member, other] = await people(3);
  const id = await create(organizer, { min_participants: 2, target_participants: 2 });
  for (const person of [member, other]) await join(id, person);
  await pressOnly(await openPage(id, member), 'pay');
  const state = await heldPayment(app, member);
  expect(await state()).toBe('confirming');
  await app.platform.db.pool.query("UPDATE group_share SET status = 'dropped'");
  expect(await state()).toBe('confirmed');
});
