import type { MyTestDetail } from '@vialproof/contract/orders';
import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp } from '../../testing/test-app.ts';

describe('a second revision is shown as a correction, and members get one mail', () => {
  it('a second revision is shown as a correction with its reason, and the order is not completed a second time', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.published();
    const read = async () =>
      (await app.request<MyTestDetail>(`/api/me/tests/${order.id}`, { token: lab.customer.token })).body
        .request;
    const before = await read();
    expect(before.timeline.map(({ kind }) => kind)).not.toContain('result_amended');

    await lab.amend(lab.analyst, order, 'The unit was wrong.');
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    // The old result stays valid until its correction is published.
    expect((await read()).timeline).toEqual(before.timeline);
    app.clock.advance(60_000);
    await must(lab.publish(lab.reviewer, order));

    const after = await read();
    expect(after.timeline.at(-1)).toMatchObject({
      kind: 'result_amended',
      status: 'complete',
      note: 'The unit was wrong.',
    });
    expect(after.timeline).toHaveLength(before.timeline.length + 1);
    expect(after.completed_at).toBe(before.completed_at);
  });

  it("after a second revision of a group's result, every member gets one mail", async () => {
    const { app, create, join, pay, detail, people, publish } = await groupApp();
    const [organizer, one, two] = await people(3);
    const id = await create(organizer, { min_participants: 2, target_participants: 2, is_public: false });
    await join(id, one);
    await join(id, two);
    await pay(id, one);
    await pay(id, two);
    const order = { id: (await detail(id, one)).viewer?.request?.id ?? '' };
    await publish(order.id);
    const lab = await laboratory(app);
    await must(lab.amend(lab.analyst, order, 'The unit was wrong.'));
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    await app.jobs.drain();

    expect((await detail(id, one)).events[0]).toMatchObject({ kind: 'amended', text: null });
    expect((await detail(id, one)).test.status).toBe('complete');
    for (const { email } of [organizer, one, two]) {
      const mails = await app.mails(email);
      expect(mails.filter(({ subject }) => subject.includes('the result is here'))).toHaveLength(1);
      const amended = mails.filter(({ subject }) => subject.includes('amended'));
      expect(amended).toHaveLength(1);
      expect(amended[0]?.text).toContain('The unit was wrong.');
    }
  });
});
