import type { MyTestDetail } from '@vialproof/contract/orders';
import type { Visibility } from '@vialproof/contract/primitives';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LabAnswer, laboratory, must, type Ordered } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { testApp } from '../../testing/test-app.ts';
import { checkLedger } from '../ledger/ledger.service.ts';
import { paymentsFor } from '../payments/payments.service.ts';
import { checkRegistrations } from './registrations.service.ts';

const STEPS = ['intake', 'private', 'public', 'pay', 'publish', 'amend', 'retract', 'cancel'] as const;
type Step = (typeof STEPS)[number];
const DISCOUNT = 1_800;

/** What the test expects of an order. */
type Model = {
  status: 'awaiting_sample' | 'received' | 'complete' | 'cancelled';
  visibility: Visibility;
  registered: Visibility | null;
  wasPublished: boolean;
  isAsked: boolean;
  isPaid: boolean;
};

const began = (visibility: Visibility): Model => ({
  status: 'awaiting_sample',
  visibility,
  registered: null,
  wasPublished: false,
  isAsked: false,
  isPaid: false,
});

/** What the test expects after a step. Undefined if the step must be refused. */
function after(m: Model, step: Step, ordered: Visibility): Model | undefined {
  const isOver = m.status === 'cancelled';
  const owesNothing = ordered === 'private' || m.isPaid;
  switch (step) {
    case 'intake':
      return m.status === 'awaiting_sample'
        ? { ...m, status: 'received', registered: m.visibility }
        : undefined;
    case 'cancel':
      return m.status === 'awaiting_sample' ? { ...m, status: 'cancelled' } : undefined;
    case 'public':
      if (isOver) return undefined;
      return { ...m, visibility: 'public', isAsked: m.visibility === 'public' ? false : m.isAsked };
    case 'private':
      if (isOver || (m.visibility === 'public' && m.wasPublished)) return undefined;
      if (m.visibility === 'private') return m;
      return owesNothing ? { ...m, visibility: 'private' } : { ...m, isAsked: true };
    case 'pay': {
      const isAwaited = m.isAsked && !m.isPaid && !m.wasPublished && !isOver;
      return isAwaited ? { ...m, visibility: 'private', isPaid: true } : undefined;
    }
    case 'publish':
      return m.status === 'received' ? { ...m, status: 'complete', wasPublished: true } : undefined;
    case 'amend':
      return m.status === 'complete' ? m : undefined;
    case 'retract':
      return m.status === 'complete' ? { ...m, status: 'received' } : undefined;
  }
}

function stateIn({ registered, visibility }: Model): string {
  if (registered === null) return 'none';
  return registered === 'public' && visibility === 'private' ? 'withheld' : `registered_${registered}`;
}

test('after any steps of owner and laboratory, the registration exists, the visibility is right, and no cent is lost', async () => {
  const app = await testApp({ PUBLIC_DISCOUNT_PERCENT: '10' });
  const lab = await laboratory(app);
  const { customer, analyst, reviewer } = lab;
  const { token } = customer;

  const put = (id: string, visibility: Visibility) =>
    app.request(`/api/me/tests/${id}/visibility`, { method: 'PUT', json: { visibility }, token });
  async function withdrawalOf(id: string): Promise<string> {
    const { rows } = await app.platform.db.pool.query<{ id: string }>(
      'SELECT id FROM withdrawal WHERE request_id = $1',
      [id],
    );
    return rows[0]?.id ?? id;
  }
  async function pay(id: string) {
    const json = {
      request_id: await withdrawalOf(id),
      provider: 'stripe',
      amount_cents: DISCOUNT,
      currency: 'usd',
    };
    const page = await app.request<{ url: string }>('/api/checkout', { json, token });
    if (page.status === 201) {
      const body = new URLSearchParams({ outcome: 'pay' });
      await app.raw(new URL(page.body.url).pathname, { method: 'POST', body });
      await app.jobs.drain();
    }
    return page;
  }
  async function publish(order: Ordered): Promise<LabAnswer> {
    const saved = await lab.save(analyst, order);
    if (saved.status !== 200) return saved;
    await must(lab.submit(analyst, order));
    return lab.publish(reviewer, order);
  }
  async function amend(order: Ordered): Promise<LabAnswer> {
    const begun = await lab.amend(analyst, order);
    if (begun.status !== 200) return begun;
    await must(lab.submit(analyst, order));
    return lab.publish(reviewer, order);
  }
  const doing: Record<Step, (order: Ordered) => Promise<{ status: number }>> = {
    intake: (order) => lab.intake(analyst, order),
    private: ({ id }) => put(id, 'private'),
    public: ({ id }) => put(id, 'public'),
    pay: ({ id }) => pay(id),
    publish,
    amend,
    retract: (order) => lab.retract(reviewer, order),
    cancel: ({ id }) => app.request(`/api/orders/${id}/cancel`, { method: 'POST', token }),
  };

  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Visibility>('public', 'public', 'private'),
      fc.array(fc.constantFrom(...STEPS, 'private' as const, 'pay' as const), { minLength: 3, maxLength: 9 }),
      async (visibility, steps) => {
        const order = await lab.ordered({ visibility });
        let model = began(visibility);
        for (const step of steps) {
          const next = after(model, step, visibility);
          const { status } = await doing[step](order);
          expect([step, model, status < 300]).toEqual([step, model, next !== undefined]);
          model = next ?? model;
          const { body } = await app.request<MyTestDetail>(`/api/me/tests/${order.id}`, { token });
          expect(body.request).toMatchObject({ status: model.status, visibility: model.visibility });
          expect(body.registration?.state).toBe(stateIn(model));
        }
        await app.jobs.drain();
        const id = await withdrawalOf(order.id);
        const payments = await paymentsFor(app.modules.payments, { kind: 'withdrawal', id });
        const held = payments.reduce((cents, { heldCents }) => cents + heldCents, 0);
        expect(held).toBe(model.isPaid && model.status !== 'cancelled' ? DISCOUNT : 0);
      },
    ),
    { numRuns: cases(15) },
  );
  for await (const fault of checkRegistrations(app.modules.registrations)) expect.unreachable(fault);
  app.clock.advance(3_600_000);
  expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
});
