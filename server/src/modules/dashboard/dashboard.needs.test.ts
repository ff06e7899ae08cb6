import type { Payment } from '@vialproof/contract/checkout';
import type { Need, Stats } from '@vialproof/contract/orders';
import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { laboratory } from '../../testing/lab.ts';
import { labApp, type Person, type TestApp } from '../../testing/test-app.ts';

const needsOf = async (app: TestApp, person: Person): Promise<Need[]> =>
  (await app.request<Stats>('/api/me/stats', { token: person.token })).body.needs;

describe('the dashboard lists what a person has to do', () => {
  it('a person has to pay an unpaid order until it expires, and to send the vial of a paid one', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const owner = await app.person();
    const catalog = await app.request<{ data: { id: string; name: string }[] }>('/api/skus/catalog');
    const [sku] = catalog.body.data;
    const draft = await app.request<{ data: { id: string; task_number: number } }>('/api/orders', {
      json: { skuId: sku?.id, quantity: 1, paymentMethod: 'stripe' },
      token: owner.token,
    });
    const order = await lab.ordered({ by: owner });
    expect(await needsOf(app, owner)).toEqual([
      {
        kind: 'pay',
        name: sku?.name,
        task_number: draft.body.data.task_number,
        order_id: draft.body.data.id,
        group_id: null,
        until: expect.any(String),
      },
      expect.objectContaining({ kind: 'ship', order_id: order.id, until: null }),
    ]);
    await app.request(`/api/me/tests/${order.id}/tracking`, {
      method: 'PUT',
      json: { sample_tracking_number: 'JJD01' },
      token: owner.token,
    });
    await app.request(`/api/orders/${draft.body.data.id}/cancel`, { method: 'POST', token: owner.token });
    expect(await needsOf(app, owner)).toEqual([]);
    expect(await needsOf(app, await app.person())).toEqual([]);
  });

  it("a group's member has to pay a due share or to send the vial; the billing page names the group", async () => {
    const { app, people, create, join, pay, detail } = await groupApp();
    const [organizer, second, third] = await people(3);
    const id = await create(organizer, { min_participants: 3, target_participants: 3 });
    for (const person of [organizer, second, third]) await join(id, person);
    const { test } = await detail(id, organizer);
    const share: Need = {
      kind: 'share',
      name: test.title,
      task_number: null,
      order_id: null,
      group_id: id,
      until: expect.any(String),
    };
    expect(await needsOf(app, second)).toEqual([share]);
    await pay(id, second);
    expect(await needsOf(app, second)).toEqual([]);
    const billing = await app.request<{ items: Payment[] }>('/api/me/payments', { token: second.token });
    expect(billing.body.items).toEqual([expect.objectContaining({ order_id: null, group_id: id })]);
    expect(billing.body.items[0]).not.toHaveProperty('share_id');
    await pay(id, organizer);
    await pay(id, third);
    expect(await needsOf(app, organizer)).toEqual([{ ...share, kind: 'ship', until: null }]);
    expect(await needsOf(app, third)).toEqual([]);
  });
});
