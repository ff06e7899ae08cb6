import { describe, expect, test } from 'vitest';
import { selectPayment } from '../modules/payments/payments.service.ts';
import { paymentFixtures } from '../testing/payment-fixtures.ts';
import { testApp } from '../testing/test-app.ts';
import { asOwner } from '../testing/test-database.ts';
import { sweepSandboxJob } from './deliveries.ts';

describe('a payment page of the sandbox takes one payment', () => {
  test('the page shows TEST MODE, the goods and their price, and works without scripts', async () => {
    const app = await testApp();
    const { open, customer } = await paymentFixtures(app);
    const { sessionId } = await open({ description: '<b>Blind</b> "GLP-1" & more', amountCents: 30_050 });
    const page = await app.request<string>(`/sandbox/pay/${sessionId}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/text\/html; charset=utf-8/i);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.body).toContain('TEST MODE');
    expect(page.body).toContain('&lt;b&gt;Blind&lt;/b&gt; &quot;GLP-1&quot; &amp; more');
    expect(page.body).toContain('$300<small>.50</small>');
    expect(page.body).toContain(customer.email);
    expect(page.body).not.toMatch(/<script|javascript:|\sstyle=/);
    const policy = page.headers.get('content-security-policy') ?? '';
    const nonce = /style-src 'nonce-([\w-]+)'/.exec(policy)?.[1];
    expect(page.body).toContain(`<style nonce="${nonce}">`);
    expect(policy).toContain("default-src 'none'");
    for (const outcome of ['pay', 'pay_late', 'underpay', 'overpay', 'decline', 'cancel']) {
      expect(page.body).toContain(`name="outcome" value="${outcome}"`);
    }
  });

  test('the page sends the visitor back, and takes one payment only', async () => {
    const app = await testApp();
    const { open, press, ask } = await paymentFixtures(app);
    const { sessionId } = await open();
    expect(await press(sessionId, 'decline')).toBe(`/sandbox/pay/${sessionId}?declined=1`);
    expect((await app.request(`/sandbox/pay/${sessionId}?declined=1`)).body).toContain(
      'Your card was declined',
    );
    expect(await press(sessionId, 'cancel')).toBe(ask().cancelUrl);
    const done = `${ask().successUrl}?session_id=${sessionId}`;
    expect(await press(sessionId, 'pay')).toBe(done);
    expect(await press(sessionId, 'overpay')).toBe(`/sandbox/pay/${sessionId}`);
    const after = await app.request(`/sandbox/pay/${sessionId}`);
    expect(after.body).toContain('You have paid already');
    expect(after.body).not.toContain('<form');
  });

  test('two clicks at the same time make one payment', async () => {
    const app = await testApp();
    const { open, press, count } = await paymentFixtures(app);
    const { sessionId, paymentId } = await open();
    const sent = await Promise.all([press(sessionId, 'pay'), press(sessionId, 'pay')]);
    expect(sent.filter((address) => address.includes('/request/success'))).toHaveLength(1);
    await app.jobs.drain();
    expect(await count('payment_event')).toBe(1);
    expect(await selectPayment(app.modules.payments, paymentId)).toMatchObject({ status: 'paid' });
  });

  test.each([
    ['an unknown page', '/sandbox/pay/cs_test_none', 'outcome=pay', 404],
    ['an unknown outcome', undefined, 'outcome=steal', 400],
    ['no outcome', undefined, '', 400],
    ['a body that is too large', undefined, `outcome=${'x'.repeat(20_000)}`, 413],
  ])('the page refuses %s', async (_, path, body, status) => {
    const app = await testApp();
    const { open } = await paymentFixtures(app);
    const address = path ?? `/sandbox/pay/${(await open()).sessionId}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.request(address, { method: 'POST', body, headers })).status).toBe(status);
  });
});

describe('the sandbox sends each event until it is accepted', () => {
  test('an event is sent again until it is accepted, also by another process', async () => {
    const app = await testApp();
    const { open, press, payment } = await paymentFixtures(app);
    const { sessionId, paymentId } = await open();
    await press(sessionId, 'pay');
    const { pool } = app.platform.db;
    // The merchant cannot store anything, so the event stays in the sandbox's database.
    await asOwner(app, 'ALTER TABLE payment_event RENAME TO payment_event_away');
    await expect(app.jobs.drain()).rejects.toThrow(/the merchant answered 5/);
    await asOwner(app, 'ALTER TABLE payment_event_away RENAME TO payment_event');
    const { rows } = await pool.query('SELECT attempts, delivered_at FROM sandbox_event');
    expect(rows).toEqual([{ attempts: 1, delivered_at: null }]);
    expect(await payment(paymentId)).toMatchObject({ status: 'pending' });

    app.clock.advance(61_000);
    await app.jobs.send(app.platform.db.orm, sweepSandboxJob, {});
    await app.jobs.drain();
    expect(await payment(paymentId)).toMatchObject({ status: 'paid' });
  });

  test.each(['stripe', 'coinbase'] as const)('%s reports a checkout that was not paid', async (provider) => {
    const app = await testApp();
    const { open, payment } = await paymentFixtures(app);
    const { paymentId } = await open({ provider });
    app.clock.advance(25 * 3_600_000);
    await app.jobs.send(app.platform.db.orm, sweepSandboxJob, {});
    await app.jobs.drain();
    const { rows } = await app.platform.db.pool.query(
      "SELECT coalesce(body ->> 'type', body ->> 'eventType') AS type FROM sandbox_event",
    );
    expect(rows).toEqual([{ type: expect.stringMatching(/^checkout\.(session|payment)\.expired$/) }]);
    expect(await payment(paymentId)).toMatchObject({ status: 'expired' });
  });
});
