import type { ProblemBody } from '@vialproof/contract/errors';
import type { MyTestDetail } from '@vialproof/contract/orders';
import { expect, it } from 'vitest';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { labApp, type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { checkLedger } from '../ledger/ledger.service.ts';

type Detail = MyTestDetail & Partial<ProblemBody>;

const putVisibility = (app: TestApp, person: Person, { id }: Ordered, visibility: string) =>
  app.request<Detail>(`/api/me/tests/${id}/visibility`, {
    method: 'PUT',
    json: { visibility },
    token: person.token,
  });
const read = async (app: TestApp, person: Person, { id }: Ordered) =>
  (await app.request<Detail>(`/api/me/tests/${id}`, { token: person.token })).body;

it.each(['analyst', 'reviewer', 'admin'] as const)(
  'a member of staff (%s) cannot make an own test private after the laboratory has its sample',
  async (role) => {
    const app = await labApp();
    const lab = await laboratory(app);
    const own = await app.person(role);
    const other = await app.person('analyst');
    const order = await lab.ordered({ by: own, visibility: 'public' });
    expect((await putVisibility(app, own, order, 'private')).status).toBe(200);
    expect((await putVisibility(app, own, order, 'public')).status).toBe(200);
    await must(lab.intake(other, order));
    const { status, body } = await putVisibility(app, own, order, 'private');
    expect([status, body.code]).toEqual([403, 'own_order']);
    expect(body.detail).toContain('once its sample is in the laboratory, it stays public');
    expect((await read(app, own, order)).registration?.may_change).toBe(false);
    // A repeated call changes nothing.
    expect((await putVisibility(app, own, order, 'public')).status).toBe(200);
    const theirs = await lab.received();
    expect((await putVisibility(app, lab.customer, theirs, 'private')).status).toBe(200);
    // Staff may always make their own test public.
    const hidden = await lab.ordered({ by: own, visibility: 'private' });
    await must(lab.intake(other, hidden));
    expect((await putVisibility(app, own, hidden, 'public')).status).toBe(200);
  },
);

it('if staff repay a discount after the receipt, their test stays public and the money is refunded', async () => {
  const app = await testApp({ PUBLIC_DISCOUNT_PERCENT: '10' });
  const lab = await laboratory(app);
  const own = await app.person('reviewer');
  const order = await lab.ordered({ by: own, visibility: 'public' });
  const asked = (await putVisibility(app, own, order, 'private')).body.registration?.to_pay;
  const checkout = () =>
    app.request<{ url: string } & ProblemBody>('/api/checkout', {
      json: {
        request_id: asked?.id,
        provider: 'stripe',
        amount_cents: asked?.amount_cents,
        currency: 'usd',
      },
      token: own.token,
    });
  const page = new URL((await checkout()).body.url).pathname;
  await must(lab.intake(lab.analyst, order));
  const pay = new URLSearchParams({ outcome: 'pay' });
  await app.raw(page, { method: 'POST', body: pay });
  await app.jobs.drain();
  const after = await read(app, own, order);
  expect([after.request.visibility, after.registration?.may_change, after.registration?.to_pay]).toEqual([
    'public',
    false,
    null,
  ]);
  expect((await checkout()).body).toMatchObject({ status: 403, code: 'own_order' });
  app.clock.advance(3_600_000);
  expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
});
