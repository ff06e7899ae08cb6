import type { GroupDetail } from '@vialproof/contract/group-tests';
import type { Ledger } from '@vialproof/contract/ledger';
import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { checkLedger } from '../ledger/ledger.service.ts';

const DAY = 86_400_000;

describe('several people pay one test as a group', () => {
  it('a new group is in the list, and people can join it until it is full', async () => {
    const { app, create, join, detail, list, people } = await groupApp();
    const [organizer, ...others] = await people(4);
    const id = await create(organizer, { min_participants: 2, target_participants: 3 });
    expect((await list('open')).map((group) => group.id)).toContain(id);
    expect((await detail(id)).test).toMatchObject({
      status: 'open',
      joined_count: 0,
      cost_cents: 34_000,
      cost_at_min_cents: 17_000,
      cost_at_target_cents: 11_334,
      final_cost_per_user_cents: null,
    });
    for (const person of others.slice(0, 2)) expect((await join(id, person)).status).toBe(200);
    expect((await join(id, others[0])).body).toMatchObject({ code: 'already_joined' });
    const full = await join(id, organizer);
    expect(full.body).toMatchObject({
      test: { status: 'progress', phase: 'collecting', joined_count: 3, final_cost_per_user_cents: 11_334 },
      viewer: { is_member: true, is_organizer: true, share: { amount_cents: 11_333, status: 'due' } },
    });
    expect((await join(id, others[2])).body).toMatchObject({ code: 'group_full' });
    expect((await join(id, others[0], 'leave')).body).toMatchObject({ code: 'group_locked' });
    expect((await join(id, others[0], 'agree')).body).toMatchObject({ code: 'group_locked' });
    expect((await list('open')).map((group) => group.id)).not.toContain(id);
    expect((await list('progress')).map((group) => group.id)).toContain(id);
    await app.jobs.drain();
    const mails = await app.mails(others[0]?.email ?? '');
    expect(mails.filter(({ subject }) => /share/i.test(subject))).toHaveLength(1);
  });

  it('the organizer may cancel a group until it locks; later an admin may, and all money is refunded', async () => {
    // Groups get no discount for public tests.
    const { app, create, join, pay, detail, people, statement } = await groupApp({
      PUBLIC_DISCOUNT_PERCENT: '10',
    });
    const [organizer, one, two] = await people(3);
    const admin = await app.person('admin');
    const cancel = (id: string, token: string) =>
      app.request(`/api/group-tests/${id}/cancel`, { json: {}, token });
    const early = await create(organizer, {});
    expect((await cancel(early, one.token)).status).toBe(403);
    expect((await cancel(early, organizer.token)).body).toMatchObject({ test: { status: 'cancelled' } });
    const late = await create(organizer, { min_participants: 2, target_participants: 2 });
    await join(late, one);
    await join(late, two);
    expect((await detail(late, one)).viewer?.share?.amount_cents).toBe(17_000);
    await pay(late, one);
    expect((await detail(late)).test.request_id).toBeNull();
    await pay(late, two);
    // The product of a group with a public test is shown to everybody after the order.
    const { request_id: request } = (await detail(late)).test;
    expect((await app.request<{ data: object }>(`/api/tests/${request}`)).body.data).toMatchObject({
      request_id: request,
      visibility: 'public',
      status: 'awaiting_sample',
    });
    expect((await cancel(late, organizer.token)).body).toMatchObject({ code: 'group_locked' });
    expect((await cancel(late, admin.token)).status).toBe(200);
    await app.jobs.drain();
    expect((await detail(late)).test).toMatchObject({ status: 'cancelled', request_id: null });
    expect((await app.request(`/api/tests/${request}`)).status).toBe(404);
    const { movements } = await statement(late, one);
    expect(movements.reduce((sum, { amount_cents: cents }) => sum + cents, 0)).toBe(0);
    expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
  });

  it("a group's test is paid, sent, analysed and published like any test, and every member who paid can read it", async () => {
    const { app, create, join, pay, detail, people, publish, statement } = await groupApp();
    const [organizer, one, two, stranger] = await people(4);
    const id = await create(organizer, { min_participants: 2, target_participants: 2, is_public: false });
    const offered = await app.request<GroupDetail>(`/api/group-tests/${id}/volunteer`, {
      json: { note: 'I have three vials' },
      token: stranger.token,
    });
    expect(offered.status).toBe(201);
    const volunteer = offered.body.volunteers[0]?.id;
    const decided = await app.request(`/api/group-tests/${id}/volunteers/${volunteer}`, {
      json: { status: 'approved', sender: true },
      token: organizer.token,
    });
    expect(decided.body).toMatchObject({ volunteers: [{ status: 'approved', is_sender: true }] });
    await join(id, one);
    await join(id, two);
    await pay(id, one);
    expect((await detail(id, one)).viewer).toMatchObject({ share: { status: 'paid' }, request: null });
    await pay(id, two);
    const paid = await detail(id, two);
    expect(paid.test).toMatchObject({ status: 'progress', phase: 'testing' });
    const { request } = paid.viewer ?? {};
    if (!request) throw new Error('there is no request');
    expect(request).toMatchObject({
      status: 'awaiting_sample',
      unique_key: expect.stringMatching(/^\w{4}-/),
    });
    expect((await detail(id, stranger)).viewer?.request).toMatchObject({ unique_key: null });
    expect((await detail(id)).viewer).toBeUndefined();
    const [shipping] = await app.mails(stranger.email);
    expect(shipping?.text).toContain(String(request.task_number));

    const mine = await app.request<{ items: { id: string }[] }>('/api/me/tests', { token: one.token });
    expect(mine.body.items.map((item) => item.id)).toContain(request.id);
    expect((await app.request(`/api/me/tests/${request.id}`, { token: stranger.token })).status).toBe(404);
    // The sender of the vial may print the label and read nothing else.
    const parcel = `/api/me/tests/${request.id}/labels`;
    const labels = await app.request(parcel, { token: stranger.token });
    const { name, address } = app.platform.config.lab;
    expect(labels.body).toMatchObject({
      data: { task_number: request.task_number, ship_to: { name, address }, group_test_id: id },
    });
    expect(JSON.stringify(labels.body)).not.toContain(request.unique_key?.slice(0, 9));
    expect(shipping?.text).toContain(`/dashboard/parcels/${request.id}`);
    const nobody = await app.person();
    expect((await app.request(parcel, { token: nobody.token })).status).toBe(404);
    const stats = await app.request<{ active: number }>('/api/me/stats', { token: two.token });
    expect(stats.body.active).toBe(1);
    const kept = await app.request(`/api/orders/${request.id}/cancel`, { json: {}, token: organizer.token });
    expect(kept.body).toMatchObject({ code: 'order_locked' });

    await publish(request.id);
    expect((await detail(id)).test).toMatchObject({ status: 'complete', request_id: null });
    const certificate = `/api/tests/${request.id}/certificate`;
    expect((await app.request(certificate, { token: two.token })).status).toBe(200);
    expect((await app.request(certificate, { token: stranger.token })).status).toBe(404);
    expect((await app.request(certificate)).status).toBe(404);

    const accounts = await statement(id, one);
    expect(accounts.paid_cents).toBe(34_000);
    expect(accounts.payout).toMatchObject({ amount_cents: 4000, paid_at: null });
    expect(accounts.movements.map(({ kind, amount_cents: cents }) => [kind, cents])).toEqual([
      ['charge', 17_000],
      ['charge', 17_000],
      ['owed', 4000],
    ]);
    const admin = await app.person('admin');
    const waiting = await app.request<{ data: { reason: string }[] }>('/api/lab/group-tests', {
      token: admin.token,
    });
    expect(waiting.body.data).toMatchObject([{ group: { id }, reason: 'payout_owed' }]);
    const payOut = (json: object) =>
      app.request(`/api/lab/group-tests/${id}/payout`, { json, token: admin.token });
    expect((await payOut({ release: { reason: 'Their sender is known to us' } })).status).toBe(200);
    expect((await payOut({})).body).toMatchObject({ code: 'wrong_state' });
    const ledger = await app.request<{ data: Ledger }>(`/api/lab/ledger/${id}`, { token: admin.token });
    expect(ledger.body.data.subject).toEqual({ kind: 'group', id });
    expect(
      ledger.body.data.entries.map(({ kind, account, amount_cents }) => [kind, account, amount_cents]),
    ).toEqual([
      ['owed', 'revenue', 4000],
      ['owed', 'owed', -4000],
      ['payout', 'owed', 4000],
      ['payout', 'bank', -4000],
    ]);
    expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
  });

  it('if money is missing at the deadline, the members who agreed to it pay the rest, exact to the cent', async () => {
    const { create, join, detail, people, at } = await groupApp();
    const [organizer, ...members] = await people(13);
    const id = await create(organizer, { min_participants: 15, target_participants: 15 });
    for (const person of members) await join(id, person);
    const first = await join(id, members[3], 'agree');
    expect(first.body).toMatchObject({ viewer: { gap: { most_cents: 9074, agreed_cents: 9074 } } });
    for (const place of [5, 8]) await join(id, members[place], 'agree');
    await at(7 * DAY + 1000);
    const locked = await detail(id);
    expect(locked.test).toMatchObject({ phase: 'collecting', final_cost_per_user_cents: 2266 });
    const shares = await Promise.all(
      members.map(async (person) => (await detail(id, person)).viewer?.share?.amount_cents ?? 0),
    );
    expect(shares).toEqual([2266, 2266, 2266, 4536, 2266, 4535, 2266, 2266, 4535, 2266, 2266, 2266]);
  });

  it('a group with missing members waits seven days; if they do not join, it ends and nobody pays', async () => {
    const { app, create, join, detail, people, at } = await groupApp();
    const [organizer, one, two] = await people(3);
    const filled = await create(organizer, { min_participants: 2, target_participants: 5 });
    const ended = await create(organizer, { min_participants: 2, target_participants: 5 });
    for (const id of [filled, ended]) await join(id, one);
    // Each deadline has its own job, besides the job of every minute.
    const { rows } = await app.platform.db.pool.query<{ start_after: Date }>(
      "SELECT start_after FROM pgboss.job WHERE name = 'group-tests.time-comes' AND data ->> 'groupId' = $1",
      [ended],
    );
    expect(rows.map((row) => row.start_after.toISOString())).toEqual([
      (await detail(ended)).test.deadline_at,
    ]);
    await at(7 * DAY + 60_000);
    expect((await detail(filled)).test.status).toBe('suspended');
    expect((await join(filled, two)).body).toMatchObject({ test: { phase: 'collecting', joined_count: 2 } });
    await at(7 * DAY);
    expect((await detail(ended)).test.status).toBe('cancelled');
  });

  it('if a member does not pay, the group gives the share to another person', async () => {
    const { app, create, join, pay, detail, people, at, statement } = await groupApp();
    const [organizer, one, two, taker] = await people(4);
    const id = await create(organizer, { min_participants: 3, target_participants: 3 });
    for (const person of [organizer, one, two]) await join(id, person);
    await pay(id, organizer);
    await pay(id, one);
    const lost = (await detail(id, two)).viewer?.share;
    await at(7 * DAY + 60_000);
    const short = await detail(id, two);
    expect(short.test).toMatchObject({
      status: 'suspended',
      joined_count: 2,
      open_shares: [{ amount_cents: 11_333 }],
    });
    expect(short.viewer).toMatchObject({ is_member: false, share: { status: 'dropped' } });
    const late = await app.request('/api/checkout', {
      json: { request_id: lost?.id, provider: 'stripe', amount_cents: lost?.amount_cents, currency: 'usd' },
      token: two.token,
    });
    expect(late.body).toMatchObject({ code: 'group_locked' });
    expect((await join(id, taker)).body).toMatchObject({
      viewer: { share: { amount_cents: 11_333, status: 'due' } },
    });
    // A day later nobody has taken the share, and a member takes it as a second one.
    await at(DAY + 60_000);
    expect((await detail(id, taker)).viewer?.share?.status).toBe('dropped');
    expect((await join(id, one, 'agree')).status).toBe(200);
    await pay(id, one);
    expect((await detail(id)).test).toMatchObject({ phase: 'testing', joined_count: 2 });
    expect((await statement(id, one)).paid_cents).toBe(34_000);
    expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
  });

  it('a group refunds all payments if nobody takes the share that a member did not pay', async () => {
    const { app, create, join, pay, detail, people, at, statement } = await groupApp();
    const [organizer, one, two] = await people(3);
    const id = await create(organizer, { min_participants: 2, target_participants: 2 });
    await join(id, one);
    await join(id, two);
    await pay(id, one);
    await at(7 * DAY + 60_000);
    await at(7 * DAY + 60_000);
    expect((await detail(id)).test.status).toBe('cancelled');
    const { movements } = await statement(id, one);
    expect(movements.map(({ kind, amount_cents: cents }) => [kind, cents])).toEqual([
      ['charge', 17_000],
      ['refund', -17_000],
    ]);
    expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
  });

  it('a lost share has no payment page, and a late payment for it is refunded', async () => {
    const { app, create, join, pay, detail, people, openPage, press, at, statement } = await groupApp();
    const [organizer, one, two, taker] = await people(4);
    const id = await create(organizer, { min_participants: 2, target_participants: 2 });
    await join(id, one);
    await join(id, two);
    await pay(id, one);
    const page = await openPage(id, two);
    await at(7 * DAY + 60_000);
    expect((await detail(id)).test.status).toBe('suspended');
    await join(id, taker);
    await press(page, 'pay_late');
    await pay(id, taker);
    expect((await detail(id)).test.phase).toBe('testing');
    const { movements } = await statement(id, taker);
    expect(movements.map(({ kind, amount_cents: cents }) => [kind, cents])).toEqual([
      ['charge', 17_000],
      ['charge', 17_000],
    ]);
    // The payment comes while an admin cancels the group.
    const ended = await create(organizer, { min_participants: 2, target_participants: 2 });
    await join(ended, one);
    await join(ended, two);
    const open = await openPage(ended, two);
    const admin = await app.person('admin');
    await app.request(`/api/group-tests/${ended}/cancel`, { json: {}, token: admin.token });
    await press(open, 'pay');
    expect(
      (await statement(ended, two)).movements.map(({ kind, amount_cents: cents }) => [kind, cents]),
    ).toEqual([
      ['charge', 17_000],
      ['refund', -17_000],
    ]);
    expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
  });
});
