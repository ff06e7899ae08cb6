import { describe, expect, test } from 'vitest';
import { PRICE, PROVIDERS, storefront } from '../../testing/storefront.ts';
import { testApp } from '../../testing/test-app.ts';

/** Refunds of orders. After each test the accounts are correct, and so is the order. */
describe.each(PROVIDERS)('money paid through %s can be returned', (provider) => {
  const begin = async () => {
    const tools = await storefront(await testApp());
    return { ...tools, mine: await tools.buyer(provider) };
  };

  test("an admin refunds an order's money in three parts", async () => {
    const { app, mine, decide, expectBalanced } = await begin();
    await mine.pay();
    const { id } = await mine.payment();
    for (const cents of [5_000, 2_500]) {
      expect(await decide(id, '/refund', { amount_cents: cents, reason: 'A favour to them' })).toMatchObject({
        status: 200,
      });
      await app.jobs.drain();
      await expectBalanced();
    }
    expect(await mine.payment()).toMatchObject({ status: 'partially_refunded', refundedCents: 7_500 });
    expect((await mine.read()).status).toBe('awaiting_sample');
    expect(await decide(id, '/refund', { amount_cents: 10_501, reason: 'Too much was paid' })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
    await decide(id, '/refund', { reason: 'The rest of it' });
    await app.jobs.drain();
    expect(await mine.payment()).toMatchObject({ status: 'refunded', refundedCents: PRICE });
    await expectBalanced();
  });

  test('an order that the customer cancels is refunded in full', async () => {
    const { app, mine, expectBalanced } = await begin();
    await mine.pay();
    expect((await mine.cancel()).status).toBe(200);
    await app.jobs.drain();
    expect((await mine.read()).status).toBe('cancelled');
    expect(await mine.payment()).toMatchObject({ status: 'refunded', refundedCents: PRICE });
    await expectBalanced();
  });

  test('a failed refund waits for an admin, who may decide not to repeat it', async () => {
    const { app, mine, misbehave, decide, decisions, expectBalanced } = await begin();
    await mine.pay();
    await misbehave({ provider, kind: 'refund.fails' });
    await mine.cancel();
    await app.jobs.drain();
    const { id } = await mine.payment();
    expect(await decisions()).toMatchObject({ data: [{ id, decision: 'refund_failed' }] });
    expect(await decide(id, '/dismiss', { reason: 'Paid back by bank transfer' })).toMatchObject({
      status: 200,
      body: { data: { decision: null, history: [{ action: 'payment.dismissed' }, {}, {}] } },
    });
    expect((await decisions()).data).toEqual([]);
    await expectBalanced();
  });
});

describe('a disputed payment waits for an admin', () => {
  test.each(['won', 'lost'] as const)('a dispute waits for an admin, and is %s', async (end) => {
    const tools = await storefront(await testApp());
    const { app, dispute, decisions, decide, expectBalanced } = tools;
    const mine = await tools.buyer('stripe');
    await mine.pay();
    const session = await mine.session();
    await dispute(session, 'needs_response');
    await app.jobs.drain();
    const { id } = await mine.payment();
    expect(await mine.payment()).toMatchObject({ status: 'disputed' });
    expect(await decisions()).toMatchObject({ data: [{ id, decision: 'disputed' }] });
    expect(await decide(id, '/refund', { reason: 'No longer wanted' })).toMatchObject({ status: 409 });
    expect((await mine.read()).status).toBe('awaiting_sample');
    await expectBalanced();
    await decide(id, '/dismiss', { reason: 'Evidence was sent' });
    expect((await decisions()).data).toEqual([]);
    await dispute(session, end);
    await app.jobs.drain();
    expect(await mine.payment()).toMatchObject({ status: end === 'won' ? 'paid' : 'disputed' });
    expect((await decisions()).data).toHaveLength(end === 'won' ? 0 : 1);
    await expectBalanced();
  });
});

test('a refund made in the provider’s console is booked like any other refund', async () => {
  const tools = await storefront(await testApp());
  const mine = await tools.buyer('stripe');
  await mine.pay();
  await tools.consoleRefund(await mine.session(), 4_000);
  await tools.app.jobs.drain();
  expect(await mine.payment()).toMatchObject({ status: 'partially_refunded', refundedCents: 4_000 });
  await tools.expectBalanced();
});
