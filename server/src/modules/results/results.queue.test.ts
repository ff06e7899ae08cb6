import { describe, expect, it } from 'vitest';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp, testApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;

describe('the queue of samples lists the most urgent samples first', () => {
  it('the queue lists overdue samples first, then the others by due day and time of payment', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const { pool } = app.platform.db;
    const waiting = [await lab.ordered(), await lab.ordered()];
    const received = [await lab.received(), await lab.received(), await lab.received()];
    const today = app.clock.now().getTime();
    const on = (days: number) => new Date(today + days * DAY_MS).toISOString().slice(0, 10);
    const set = (id: string | undefined, day: string) =>
      pool.query('UPDATE test_request SET due_on = $1 WHERE id = $2', [day, id]);
    await set(received[0]?.id, on(2));
    await set(received[1]?.id, on(-3));
    await set(received[2]?.id, on(0));
    const queue = await lab.queue(lab.analyst);
    expect(queue.body.data.map(({ id }) => id)).toEqual(
      [received[1], received[2], received[0], waiting[0], waiting[1]].map((order) => order?.id),
    );
    expect(queue.body.data.map(({ due_on }) => due_on)).toEqual([on(-3), on(0), on(2), null, null]);
    expect(queue.body.counts).toEqual({
      todo: 5,
      overdue: 1,
      awaiting_sample: 2,
      received: 3,
      in_review: 0,
      mine: 0,
      nobodys: 5,
    });
    const overdue = await lab.queue(lab.analyst, '?status=overdue');
    expect(overdue.body.data.map(({ id }) => id)).toEqual([received[1]?.id]);
    expect(overdue.body.pagination.total).toBe(1);
  });

  it('the promised day is counted from the receipt, mailed to the customer, and never changed', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const mine = async () =>
      (
        await app.request<{ request: { due_on: string | null } }>(`/api/me/tests/${order.id}`, {
          token: order.owner.token,
        })
      ).body.request.due_on;
    expect(await mine()).toBeNull();
    const { request } = await must(lab.intake(lab.analyst, order));
    const due = await mine();
    expect(due).toBe(request.due_on);
    const between = new Date(`${due}T00:00:00Z`).getTime() - app.clock.now().getTime();
    // Seven working days are nine to eleven calendar days.
    expect(between).toBeGreaterThan(8 * DAY_MS);
    expect(between).toBeLessThan(12 * DAY_MS);
    await app.jobs.drain();
    const mail = (await app.mails(order.owner.email)).find(({ subject }) => subject.includes('arrived'));
    expect(mail?.text.replace(/\s+/g, ' ')).toMatch(/expected by \w+day,? \d+ \w+ 20\d\d/);
    await app.platform.db.pool.query(`UPDATE sku SET tat_text = '1 business day'`);
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    await must(lab.retract(lab.reviewer, order));
    expect(await mine()).toBe(due);
  });

  it('a search in the queue finds number, compound, maker, batch and test, and lists closed samples last', async () => {
    const lab = await laboratory(await testApp());
    const done = await lab.published({ compound: 'Seltenin' });
    const open = await lab.ordered({ compound: 'seltenin acetate' });
    const find = async (q: string) =>
      (await lab.queue(lab.analyst, `?q=${encodeURIComponent(q)}`)).body.data.map(({ id }) => id);
    expect(await find('SELTEN')).toEqual([open.id, done.id]);
    expect(await find(String(done.taskNumber))).toEqual([done.id]);
    expect(await find('Test Maker')).toEqual([open.id, done.id]);
    expect(await find('BPC-157')).toEqual([open.id, done.id]);
    // A search for two letters looks only at open samples.
    expect(await find('se')).toEqual([open.id]);
    expect(await find('100%_\\')).toEqual([]);
    expect(await find("' OR 1=1 --")).toEqual([]);
    const closed = await lab.queue(lab.analyst, '?status=complete&q=seltenin');
    expect(closed.body.data.map(({ id }) => id)).toEqual([done.id]);
  });
});
