import type { MyTestDetail } from '@vialproof/contract/orders';
import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { testApp } from '../../testing/test-app.ts';

describe("a customer's own test", () => {
  it('shows the result while it stands, and after a retraction the reason in its place', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const read = async () =>
      (await app.request<MyTestDetail>(`/api/me/tests/${order.id}`, { token: lab.customer.token })).body;
    const published = await read();
    expect(published).toMatchObject({
      request: { status: 'complete' },
      result: { revision: 1 },
      retracted: null,
    });

    await must(lab.retract(lab.reviewer, order, 'The vials were swapped.'));
    const withdrawn = await read();
    expect(withdrawn).toMatchObject({
      request: { status: 'received' },
      result: null,
      retracted: { reason: 'The vials were swapped.' },
    });
  });
});
