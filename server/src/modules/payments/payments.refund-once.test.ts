import type { StaffPaymentDetail } from '@vialproof/contract/payments-staff';
import { expect, it } from 'vitest';
import { paymentFixtures } from '../../testing/payment-fixtures.ts';
import { testApp } from '../../testing/test-app.ts';

it('a refund that an admin requests twice because the first answer was lost is paid once', async () => {
  const app = await testApp();
  const fixtures = await paymentFixtures(app);
  const admin = await app.person('admin');
  const { paymentId, sessionId } = await fixtures.open();
  await fixtures.press(sessionId, 'pay');
  await app.jobs.drain();

  const ask = (key: string, cents: number) =>
    app.request<{ data: StaffPaymentDetail }>(`/api/lab/payments/${paymentId}/refund`, {
      json: { amount_cents: cents, reason: 'A vial came broken.' },
      token: admin.token,
      headers: { 'idempotency-key': key },
    });
  const first = await ask('once', 2_000);
  const again = await ask('once', 2_000);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await ask('once', 3_000)).status).toBe(422);
  await app.jobs.drain();
  expect((await fixtures.payment(paymentId)).refundedCents).toBe(2_000);

  expect((await ask('twice', 2_000)).status).toBe(200);
  await app.jobs.drain();
  expect((await fixtures.payment(paymentId)).refundedCents).toBe(4_000);
  expect((await fixtures.books(paymentId)).balanced).toBe(true);
});
