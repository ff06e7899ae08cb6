import type { Payment } from '@vialproof/contract/checkout';
import { describe, expect, it } from 'vitest';
import { must } from '../../testing/lab.ts';
import { showcaseApp, WEEK_CENTS } from '../../testing/showcases.ts';
import { releaseRunOut } from './showcases.service.ts';

describe('an owner pays, and the home page shows the result for a week', { timeout: 120_000 }, () => {
  it('an owner sees week and price, reserves a place and pays, and then the home page shows the result', async () => {
    const world = await showcaseApp();
    const { app, days, shop } = world;
    const owner = await app.person();
    const [id = ''] = await world.give(owner, 1);
    const before = await world.discoveries();
    expect(before.showcased).toEqual([]);
    const week = { week_starts: days(0), week_ends: days(6) };
    expect((await world.next(owner, id)).body.data).toEqual({
      ...week,
      week_cents: WEEK_CENTS,
      currency: 'usd',
      places: 3,
      reserved: null,
    });

    const [first, again] = await Promise.all([world.reserve(owner, id, 'k'), world.reserve(owner, id, 'k')]);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const reserved = first.body.data;
    expect(reserved).toMatchObject({ request_id: id, amount_cents: WEEK_CENTS, currency: 'usd', ...week });
    // A second reservation returns the same week on the home page, as long as it is not paid.
    expect((await world.reserve(owner, id)).body.data).toEqual(reserved);
    expect((await world.next(owner, id)).body.data).toMatchObject({ ...week, reserved });
    expect(await world.mine(owner)).toMatchObject([
      { state: 'reserved', payment_status: null, reserved_until: reserved.reserved_until, views_by_day: [] },
    ]);
    expect(await world.shown()).toEqual([]);

    expect(await world.checkout(owner, reserved, 100)).toMatchObject({
      status: 409,
      body: { code: 'price_changed', amount_cents: WEEK_CENTS },
    });
    expect((await world.checkout(await app.person(), reserved)).status).toBe(404);
    await world.press(owner, reserved);
    await app.jobs.drain();
    expect(await world.discoveries()).toEqual({
      results: before.results,
      showcased: [expect.objectContaining({ request_id: id, result: expect.any(Object) })],
    });
    expect(await world.checkout(owner, reserved)).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });

    const [mine] = await world.mine(owner, `?request_id=${id}`);
    expect(mine).toMatchObject({
      state: 'running',
      ...week,
      payment_status: 'paid',
      refunded_cents: 0,
      views: 0,
      views_by_day: [{ day: days(0), views: 0 }],
      may_renew: true,
    });
    const token = await shop.tokenOf(owner);
    const billing = await app.request<{ items: Payment[] }>('/api/me/payments', { token });
    expect(billing.body.items).toMatchObject([
      { id: mine?.payment_id, order_id: id, group_id: null, amount_cents: WEEK_CENTS, status: 'paid' },
    ]);
    expect(billing.body.items[0]?.receipt_url).toBe(mine?.receipt_url);
    const invoice = await app.request(`/api/me/payments/${mine?.payment_id}/invoice`, { token });
    expect(invoice.body).toMatchObject({
      data: { total_cents: WEEK_CENTS, lines: [{ description: expect.stringContaining('Discoveries') }] },
    });
    const state = await app.request(`/api/checkout/${mine?.payment_id}`, { token });
    expect(state.body).toMatchObject({ data: { state: 'confirmed', request_id: id } });
    expect(await world.subjects(owner)).toEqual([expect.stringContaining('displayed for a week')]);
    await world.expectSound();

    await world.pass(6);
    expect(await world.shown()).toEqual([id]);
    await world.pass(1);
    expect(await world.shown()).toEqual([]);
    expect(await world.mine(owner)).toMatchObject([{ state: 'ended', refunded_cents: 0 }]);
  });

  it("no week can be bought for a private, withdrawn, unfinished or unknown result, or for another person's", async () => {
    const world = await showcaseApp();
    const { app, lab } = world;
    const { customer } = lab;
    const stranger = await app.person();
    const hidden = await lab.inReview({ visibility: 'private' });
    await must(lab.publish(lab.reviewer, hidden));
    const unfinished = await lab.received();
    const open = await lab.published();
    const withdrawn = await lab.published();
    await must(lab.retract(lab.reviewer, withdrawn));
    const tries: [string, typeof customer, number, string][] = [
      [hidden.id, customer, 409, 'not_showable'],
      [unfinished.id, customer, 409, 'not_showable'],
      [withdrawn.id, customer, 409, 'not_showable'],
      [open.id, stranger, 404, 'not_found'],
      [open.id, lab.admin, 404, 'not_found'],
      [crypto.randomUUID(), customer, 404, 'not_found'],
      ['not-an-id', customer, 422, 'invalid_fields'],
    ];
    for (const [id, person, status, code] of tries) {
      expect(await world.reserve(person, id)).toMatchObject({ status, body: { code } });
      expect(await world.next(person, id)).toMatchObject({ status, body: { code } });
    }
    expect((await world.reserve(customer, open.id)).status).toBe(201);
    expect((await app.request('/api/showcases', { json: { request_id: open.id } })).status).toBe(401);
    expect((await app.platform.db.pool.query('SELECT FROM showcase')).rowCount).toBe(1);
  });

  it('no week can be bought if there are no free places or too few results', async () => {
    const closed = await showcaseApp({ SHOWCASE_PLACES: '0' });
    const owner = await closed.app.person();
    const [id = ''] = await closed.give(owner, 1);
    expect(await closed.reserve(owner, id)).toMatchObject({ status: 409, body: { code: 'showcase_closed' } });
    expect(await closed.next(owner, id)).toMatchObject({ status: 409, body: { code: 'showcase_closed' } });

    const few = await showcaseApp();
    const one = await few.lab.published();
    await few.app.platform.db.pool.query('DELETE FROM public_test WHERE request_id <> $1', [one.id]);
    expect(await few.reserve(few.lab.customer, one.id)).toMatchObject({
      status: 409,
      body: { code: 'showcase_closed', detail: expect.stringContaining('too few') },
    });
    const two = await few.lab.inReview();
    await must(few.lab.publish(few.lab.reviewer, two));
    await few.bought(few.lab.customer, one.id);
    expect(await few.discoveries()).toMatchObject({
      results: [{ request_id: two.id }, { request_id: one.id }],
      showcased: [{ request_id: one.id }],
    });
    // Both results get the same place one after the other.
    expect((await few.reserved(few.lab.customer, two.id)).week_starts).toBe(few.days(7));
    await must(few.lab.retract(few.lab.reviewer, two));
    expect(await few.shown()).toEqual([]);
  });

  it('two buyers of the last place get different weeks, and an expired reservation frees its place', async () => {
    const world = await showcaseApp();
    const { app, days } = world;
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => app.person()));
    const ids = await Promise.all(people.map(async (person) => (await world.give(person, 1))[0] ?? ''));
    const [a, b, c, d, e] = people as [(typeof people)[0], ...typeof people] & typeof people;
    if (!b || !c || !d || !e) throw new Error('there are too few people');
    await world.bought(a, ids[0] ?? '');
    await world.reserved(b, ids[1] ?? '');
    const both = await Promise.all([world.reserve(c, ids[2] ?? ''), world.reserve(d, ids[3] ?? '')]);
    expect(both.map(({ body }) => body.data.week_starts).sort()).toEqual([days(0), days(7)]);
    expect((await world.next(e, ids[4] ?? '')).body.data).toMatchObject({ week_starts: days(7) });
    app.clock.advance(61 * 60_000);
    expect((await world.next(e, ids[4] ?? '')).body.data).toMatchObject({ week_starts: days(0) });
    expect(await world.mine(b)).toMatchObject([{ state: 'released', ended_because: 'expired' }]);
    await releaseRunOut(app.modules.showcases);
    await app.jobs.drain();
    expect(await world.mine(b)).toMatchObject([{ state: 'released', ended_because: 'expired' }]);
    expect(await world.checkout(b, { id: (await world.mine(b))[0]?.id ?? '' })).toMatchObject({
      status: 409,
      body: { code: 'order_locked' },
    });
  });

  it('reserving again does not reserve the place for longer', async () => {
    const world = await showcaseApp();
    const owner = await world.app.person();
    const [id = ''] = await world.give(owner, 1);
    for (let count = 0; count < 10; count += 1) {
      await world.reserved(owner, id);
      world.app.clock.advance(61 * 60_000);
    }
    expect(await world.reserve(owner, id)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    world.app.clock.advance(20 * 3_600_000);
    expect((await world.reserve(owner, id)).status).toBe(201);
  });

  it('a week can be renewed once, and its owner gets one reminder two days before its end', async () => {
    const world = await showcaseApp();
    const { app, days } = world;
    const owner = await app.person();
    const [id = ''] = await world.give(owner, 1);
    const first = await world.bought(owner, id);
    await world.view(id);
    await world.pass(4);
    expect(await world.subjects(owner)).toHaveLength(1);
    await world.pass(1);
    const reminders = async () =>
      (await app.mails(owner.email)).filter(({ subject }) => subject.includes('ends in two days'));
    expect(await reminders()).toMatchObject([{ text: expect.stringContaining('1 view') }]);
    await world.pass(0);
    expect(await reminders()).toHaveLength(1);

    const second = await world.bought(owner, id);
    expect(second).toMatchObject({ week_starts: days(2), week_ends: days(8) });
    expect(await world.mine(owner)).toMatchObject([
      { id: second.id, state: 'upcoming', may_renew: false },
      { id: first.id, state: 'running', may_renew: false },
    ]);
    expect(await world.reserve(owner, id)).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    await world.pass(2);
    expect(await world.shown()).toEqual([id]);
    expect(await world.mine(owner)).toMatchObject([
      { state: 'running', may_renew: true },
      { state: 'ended', may_renew: false, views: 1 },
    ]);
    await world.expectSound();
  });
});
