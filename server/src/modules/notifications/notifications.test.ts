import type { SignedIn } from '@vialproof/contract/accounts';
import { describe, expect, it } from 'vitest';
import { mailTimes } from '../../platform/mail/mail-jobs.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { labApp, testApp } from '../../testing/test-app.ts';
import { expireOrders, orderSeller, remindOfExpiry, selectOrder } from '../orders/orders.service.ts';
import { orderMailJob } from './notifications.service.ts';

const HOUR = 3_600_000;

describe('the owner of a test gets one mail about each step', () => {
  it('each step of a test sends one mail to its owner', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    await must(lab.intake(lab.analyst, order, { accepted: false, condition: 'Vial broken' }));
    await app.jobs.drain();
    await must(lab.intake(lab.analyst, order));
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    await app.jobs.drain();
    await must(lab.amend(lab.analyst, order, 'The unit was wrong.'));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    await app.jobs.drain();
    await must(lab.retract(lab.reviewer, order, 'The vials were swapped.'));
    await app.jobs.drain();
    const mails = (await app.mails(order.owner.email)).toReversed();
    const task = `Task ${order.taskNumber}:`;
    expect(mails.map(({ subject }) => subject)).toEqual([
      `${task} send us your sample`,
      `${task} we could not accept your sample`,
      `${task} your sample has arrived`,
      `${task} your result is ready`,
      `${task} your result was amended`,
      `${task} your result was withdrawn`,
    ]);
    const [shipping, refused, , ready, amended, withdrawn] = mails.map(({ text }) => text);
    const { lab: place } = app.platform.config;
    for (const needed of [place.name, place.address, order.uniqueKey, 'put it in the package'])
      expect(shipping).toContain(needed);
    expect(refused).toContain('> Vial broken');
    expect(refused).toContain('What happens next');
    expect(ready).toContain(`/dashboard/tests/${order.id}`);
    expect(ready).toContain(`/tests/${order.id}`);
    expect(amended).toContain('> The unit was wrong.');
    expect(withdrawn).toContain('> The vials were swapped.');
  });

  it('a mail is sent once, however often its job runs', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    const { pool, orm } = app.platform.db;
    const { rows } = await pool.query<{ id: number }>(
      `SELECT id FROM request_event WHERE kind = 'ready_for_sample' AND request_id = $1`,
      [order.id],
    );
    const job = {
      userId: order.owner.id,
      requestId: order.id,
      mail: 'shipping' as const,
      dedupeKey: `request-event:${rows[0]?.id}`,
      note: null,
      ...mailTimes(app.platform),
    };
    for (let again = 0; again < 3; again++) await app.jobs.send(orm, orderMailJob, job);
    await app.jobs.drain();
    const subjects = (await app.mails(order.owner.email)).map(({ subject }) => subject);
    expect(
      subjects.filter((subject) => subject === `Task ${order.taskNumber}: send us your sample`),
    ).toHaveLength(1);
    const sent = await pool.query('SELECT template, sent_at FROM mail_dispatch WHERE dedupe_key = $1', [
      job.dedupeKey,
    ]);
    expect(sent.rows).toEqual([{ template: 'shipping', sent_at: expect.any(Date) }]);
  });

  it('a mail is not sent if its step was rolled back, or if the test has reached a later step', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const order = await lab.ordered();
    await must(lab.intake(lab.analyst, order, { accepted: false, condition: 'Vial broken' }));
    const cancelled = await app.request(`/api/orders/${order.id}/cancel`, {
      method: 'POST',
      token: order.owner.token,
    });
    expect(cancelled.status).toBe(200);
    await app.jobs.drain();
    const subjects = (await app.mails(order.owner.email)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.includes('could not accept'))).toBe(false);
    expect(subjects.filter((subject) => subject.includes('is cancelled'))).toHaveLength(1);
    expect(subjects.filter((subject) => subject.includes('refund is on its way'))).toHaveLength(1);
    const cancellation = (await app.mails(order.owner.email)).find(({ subject }) =>
      subject.includes('is cancelled'),
    );
    expect(cancellation?.text).toContain('full refund of $180.00');
    expect(cancellation?.text).toContain('30 days');
  });

  it('the owner gets one mail about an excess payment, and one about a full refund', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { ordered, price } = await lab.drafted();
    const json = { request_id: ordered.id, provider: 'stripe', amount_cents: price, currency: 'usd' };
    const page = await app.request<{ url: string }>('/api/checkout', { json, token: lab.customer.token });
    const body = new URLSearchParams({ outcome: 'overpay' });
    await app.raw(page.body.url, { method: 'POST', body });
    await app.jobs.drain();
    const { rows } = await app.platform.db.pool.query<{ id: string }>('SELECT id FROM payment');
    for (let again = 0; again < 3; again++) await orderSeller(app.modules.orders).settle([rows[0]?.id ?? '']);
    await app.jobs.drain();
    const about = async (words: string) =>
      (await app.mails(lab.customer.email)).filter(({ subject }) => subject.includes(words));
    const [part, ...more] = await about('a part of your payment');
    expect(part?.text).toMatch(/> \$\d+\.\d\d more than the price had arrived and went back to you\./);
    expect(more).toEqual([]);
    const cancel = `/api/orders/${ordered.id}/cancel`;
    await app.request(cancel, { method: 'POST', token: lab.customer.token });
    await app.jobs.drain();
    expect(await about('a part of your payment')).toHaveLength(1);
    expect(await about('your refund is on its way')).toHaveLength(1);
  });

  it('the owner of a draft gets one reminder four hours before it expires', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const { ordered } = await lab.drafted();
    const subjects = async () => {
      await expireOrders(app.modules.orders);
      await remindOfExpiry(app.modules.orders);
      await app.jobs.drain();
      return (await app.mails(lab.customer.email)).map(({ subject }) => subject);
    };
    const end = new Date(app.clock.now().getTime() + 24 * HOUR);
    expect(await subjects()).toEqual([]);
    app.clock.advance(20 * HOUR);
    expect(await subjects()).toEqual([]);
    app.clock.advance(1);
    const once = [`Task ${ordered.taskNumber}: your order is not paid yet`];
    expect(await subjects()).toEqual(once);
    const [mail] = await app.mails(lab.customer.email);
    const time = end.toISOString().slice(11, 16);
    expect(mail?.text).toMatch(new RegExp(`It closes on \\d+ \\w+ \\d{4}, ${time} UTC\\.`));
    // The link in the reminder opens the page for payment and changes.
    expect(mail?.text).toMatch(
      new RegExp(`Pay or change the order:\\n\\S+/dashboard/tests/${ordered.id}\\n`),
    );
    app.clock.advance(3 * HOUR);
    expect(await subjects()).toEqual(once);
    // The reminder has announced when the order expires, so no second mail follows.
    app.clock.advance(HOUR);
    expect(await subjects()).toEqual(once);
    expect(await selectOrder(app.modules.orders, ordered.id)).toMatchObject({ status: 'cancelled' });
  });

  it('the owner gets a mail when an unpaid checkout expires', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { ordered, price } = await lab.drafted();
    const { email } = lab.customer;
    app.clock.advance(21 * HOUR);
    await remindOfExpiry(app.modules.orders);
    await app.jobs.drain();
    const { body } = await app.request<SignedIn>('/api/auth/login', {
      json: { email, password: app.password },
    });
    const json = { request_id: ordered.id, provider: 'stripe', amount_cents: price, currency: 'usd' };
    const page = await app.request('/api/checkout', { json, token: body.session.access_token });
    expect(page.status).toBe(201);
    app.clock.advance(25 * HOUR);
    expect(await expireOrders(app.modules.orders)).toBe(1);
    await app.jobs.drain();
    const subjects = (await app.mails(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith(`Task ${ordered.taskNumber}:`))).toEqual([
      `Task ${ordered.taskNumber}: your order has expired`,
      `Task ${ordered.taskNumber}: your order is not paid yet`,
    ]);
  });

  it('a draft that is paid, cancelled or in checkout causes no reminder', async () => {
    const app = await labApp();
    const lab = await laboratory(app);
    const { token } = lab.customer;
    const paid = await lab.ordered();
    const cancelled = (await lab.drafted()).ordered;
    await app.request(`/api/orders/${cancelled.id}/cancel`, { method: 'POST', token });
    const { ordered: opened, price } = await lab.drafted();
    const json = { request_id: opened.id, provider: 'stripe', amount_cents: price, currency: 'usd' };
    await app.request('/api/checkout', { json, token });
    await app.jobs.drain();
    app.clock.advance(21 * HOUR);
    expect(await remindOfExpiry(app.modules.orders)).toBe(0);
    // The job with the reminder ran too late for this draft.
    const missed = await app.person();
    await lab.drafted({ by: missed });
    app.clock.advance(25 * HOUR);
    expect(await remindOfExpiry(app.modules.orders)).toBe(0);
    // The server could not send the reminder for this draft in time.
    const late = await app.person();
    await lab.drafted({ by: late });
    app.clock.advance(21 * HOUR);
    expect(await remindOfExpiry(app.modules.orders)).toBe(1);
    app.clock.advance(3 * HOUR);
    await app.jobs.drain();
    const mails = [lab.customer, missed, late].map(({ email }) => app.mails(email));
    const subjects = (await Promise.all(mails)).flat().map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('not paid yet'))).toEqual([]);
    // Therefore the owner now gets a mail that the order has expired.
    app.clock.advance(1);
    await expireOrders(app.modules.orders);
    await app.jobs.drain();
    expect(await app.mails(late.email)).toMatchObject([{ subject: expect.stringContaining('has expired') }]);
    expect(subjects.some((subject) => subject.startsWith(`Task ${paid.taskNumber}:`))).toBe(true);
  });

  it('the owner of a draft that expired without a reminder gets a mail that nothing was charged', async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    await lab.drafted();
    app.clock.advance(25 * HOUR);
    await expireOrders(app.modules.orders);
    await remindOfExpiry(app.modules.orders);
    await app.jobs.drain();
    const [mail] = await app.mails(lab.customer.email);
    expect(mail?.subject).toContain('has expired');
    expect(mail?.text).toContain('Nothing was charged');
    // The order is paid, so the reminder is not sent.
    expect(await app.mails(lab.customer.email)).toHaveLength(1);
  });

  it("security 3 (1.2.1): mails show people's texts as plain text, and their subjects have one line", async () => {
    const app = await testApp();
    const lab = await laboratory(app);
    const markup = '<img src=x onerror=alert(1)>"';
    const nasty = `${markup}\r\nBcc: all@example.test`;
    const order = await lab.ordered({ compound: markup });
    await must(lab.intake(lab.analyst, order, { accepted: false, condition: nasty }));
    await app.jobs.drain();
    const mails = await app.mails(order.owner.email);
    expect(mails).toHaveLength(2);
    for (const { html, subject } of mails) {
      expect(html).not.toContain('<img');
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
      expect(subject).not.toMatch(/[\r\n]/);
    }
    expect(await app.mails('all@example.test')).toEqual([]);
  });
});
