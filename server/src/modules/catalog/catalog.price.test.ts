import type { Order } from '@vialproof/contract/orders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogAdmin } from '../../testing/catalog-admin.ts';
import { cases } from '../../testing/property-runs.ts';

describe('an admin changes the price of a test', () => {
  it('a new price never changes the price of an existing order', async () => {
    const catalog = await catalogAdmin();
    const made = (await catalog.create()).body.data;
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
          const now = (await catalog.all()).find(({ id }) => id === made.id);
          if (!now) throw new Error('the test is gone');
          if (one.kind === 'price') await catalog.save(now, { base_price_cents: one.cents });
          if (one.kind === 'sale') await (now.retired_at ? catalog.bringBack(now) : catalog.retire(now));
          const last = placed.at(-1);
          if (one.kind === 'details' && last) {
            await catalog.app.request(`/api/orders/${last.id}/details`, {
              method: 'PUT',
              json: { visibility: one.visibility },
              token: catalog.customer.token,
            });
          }
          if (one.kind === 'order') {
            const { status, body } = await catalog.order(made.id);
            expect(status).toBe(now.retired_at ? 422 : 201);
            if (status === 201) placed.push({ id: body.data.id, cents: now.base_price_cents });
          }
        }
        for (const { id, cents } of placed) {
          const { body } = await catalog.app.request<{ data: Order }>(`/api/orders/${id}`, {
            token: catalog.customer.token,
          });
          expect(body.data).toMatchObject({ base_price_cents: cents, final_price_cents: cents });
        }
      }),
      { numRuns: cases(12) },
    );
  });
});
