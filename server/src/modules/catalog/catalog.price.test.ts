import type { Order } from '@vialproof/contract/orders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogDesk } from '../../testing/catalog-desk.ts';

describe('a price change', () => {
  it('never touches an order that exists, whatever comes in whatever order', async () => {
    const desk = await catalogDesk();
    const made = (await desk.create()).body.data;
    const step = fc.oneof(
      fc.record({ kind: fc.constant('price' as const), cents: fc.integer({ min: 100, max: 500_000 }) }),
      fc.record({ kind: fc.constant('order' as const) }),
      fc.record({ kind: fc.constant('sale' as const) }),
      fc.record({
        kind: fc.constant('details' as const),
        visibility: fc.constantFrom('public' as const, 'private' as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const placed: { id: string; cents: number }[] = [];
        for (const one of steps) {
          const now = (await desk.all()).find(({ id }) => id === made.id);
          if (!now) throw new Error('the test is gone');
          if (one.kind === 'price') await desk.save(now, { base_price_cents: one.cents });
          if (one.kind === 'sale') await (now.retired_at ? desk.bringBack(now) : desk.retire(now));
          const last = placed.at(-1);
          if (one.kind === 'details' && last) {
            await desk.app.request(`/api/orders/${last.id}/details`, {
              method: 'PUT',
              json: { visibility: one.visibility },
              token: desk.customer.token,
            });
          }
          if (one.kind === 'order') {
            const { status, body } = await desk.order(made.id);
            expect(status).toBe(now.retired_at ? 422 : 201);
            if (status === 201) placed.push({ id: body.data.id, cents: now.base_price_cents });
          }
        }
        for (const { id, cents } of placed) {
          const { body } = await desk.app.request<{ data: Order }>(`/api/orders/${id}`, {
            token: desk.customer.token,
          });
          expect(body.data).toMatchObject({ base_price_cents: cents, final_price_cents: cents });
        }
      }),
      { numRuns: 12 },
    );
  });
});
