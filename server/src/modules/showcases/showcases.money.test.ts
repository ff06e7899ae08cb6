import type { ProblemBody } from '@vialproof/contract/errors';
import type { ShowcaseCalendar, StaffShowcase, StaffShowcasePage } from '@vialproof/contract/showcases';
import { describe, expect, it } from 'vitest';
import { must } from '../../testing/lab.ts';
import { type ShowcaseWorld, showcaseApp, WEEK_CENTS } from '../../testing/showcases.ts';
import { PROVIDERS } from '../../testing/storefront.ts';
import type { Person } from '../../testing/test-app.ts';
import { weekSeller } from './showcases.service.ts';

const HOURS_2 = 2 * 3_600_000;

/** The owner of a published result. */
async function ownerIn(world: ShowcaseWorld): Promise<{ person: Person; id: string }> {
  const person = await world.app.person();
  const [id = ''] = await world.give(person, 1);
  return { person, id };
}

/** The home page has one place. */
const ONE_PLACE = { SHOWCASE_PLACES: '1' };

/** Other people buy the only place from today on. */
async function fill(world: ShowcaseWorld, weeks = 1): Promise<void> {
  for (let week = 0; week < weeks; week += 1) {
    const { person, id } = await ownerIn(world);
    await world.bought(person, id);
  }
}

describe('if a payment for a week on the home page is late, the result gets a free week, or the owner a refund', {
  timeout: 180_000,
}, () => {
  it('a late payment gets the reserved week, otherwise the first free week in seven days, otherwise a refund', async () => {
    const world = await showcaseApp({ SHOWCASE_PLACES: '2' });
    const { app, days } = world;
    const [stands, moves] = [await ownerIn(world), await ownerIn(world)];
    for (const { person, id } of [stands, moves]) {
      await world.press(person, await world.reserved(person, id));
    }
    // Neither of the two payments is finished when the reservations expire.
    app.clock.advance(HOURS_2);
    const early = await ownerIn(world);
    await world.reserved(early.person, early.id);
    // Another person has one of the places, so one of the two results is shown a week later.
    await app.jobs.drain();
    const weeks = async () =>
      Promise.all([stands, moves].map(async ({ person }) => (await world.mine(person))[0]));
    const starts = (await weeks()).map((week) => week?.week_starts);
    expect(starts.sort()).toEqual([days(0), days(7)]);
    const moved = (await weeks()).find((week) => week?.week_starts === days(7));
    expect(moved).toMatchObject({ state: 'upcoming', week_ends: days(13) });
    const [loser] = [stands, moves].filter(({ id }) => id === moved?.request_id);
    expect(loser && (await world.subjects(loser.person))).toEqual([
      expect.stringContaining('displayed in another week'),
    ]);
    await world.expectSound();
  });

  it('if no week is free within seven days, a late payment is refunded, and the mail says so', async () => {
    const world = await showcaseApp(ONE_PLACE);
    const { app } = world;
    const late = await ownerIn(world);
    const reserved = await world.reserved(late.person, late.id);
    await world.press(late.person, reserved);
    app.clock.advance(HOURS_2);
    // When the money arrives, the place is taken.
    await app.platform.db.pool.query(
      "UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE state = 'created'",
    );
    await fill(world, 2);
    await app.platform.db.pool.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'created'");
    await app.jobs.drain();
    expect(await world.mine(late.person)).toMatchObject([
      { state: 'released', ended_because: 'full', payment_status: 'refunded', payment_id: null },
    ]);
    expect(await world.paymentsOf(reserved)).toMatchObject([{ receivedCents: WEEK_CENTS, heldCents: 0 }]);
    const [mail] = await app.mails(late.person.email);
    expect(mail?.text).toContain('no week that begins within seven days is free');
    await world.expectSound();
  });

  it('a payment just before midnight still gets a whole week of seven days', async () => {
    const world = await showcaseApp();
    const { app, days } = world;
    const { person, id } = await ownerIn(world);
    app.clock.advance(13.75 * 3_600_000);
    const reserved = await world.reserved(person, id);
    await world.press(person, reserved);
    app.clock.advance(30 * 60_000);
    expect(reserved.week_starts).toBe(days(-1));
    await app.jobs.drain();
    expect(await world.mine(person)).toMatchObject([{ week_starts: days(0), week_ends: days(6) }]);
    // After a reservation has ended, a new one is possible.
    const other = await ownerIn(world);
    app.clock.advance(23.25 * 3_600_000);
    const first = await world.reserved(other.person, other.id);
    app.clock.advance(30 * 60_000);
    expect(await world.checkout(other.person, first)).toMatchObject({
      status: 409,
      body: { code: 'order_locked' },
    });
    const second = await world.reserved(other.person, other.id);
    expect(second).toMatchObject({ week_starts: days(0) });
    expect(second.id).not.toBe(first.id);
    await app.jobs.drain();
    await world.press(other.person, second);
    await world.expectSound();
    expect(await world.mine(other.person)).toMatchObject([
      { id: second.id, state: 'running' },
      { id: first.id, state: 'released', ended_because: 'replaced' },
    ]);
  });

  it('a late payment books one week, whatever the number and order of events', async () => {
    const world = await showcaseApp();
    const { app, shop } = world;
    const { person, id } = await ownerIn(world);
    await shop.misbehave({ provider: 'stripe', kind: 'webhook.duplicate', value: '3', times: 1 });
    await shop.misbehave({ provider: 'stripe', kind: 'webhook.hold', times: null });
    const reserved = await world.reserved(person, id);
    await world.press(person, reserved, 'pay_late');
    await app.jobs.drain();
    await shop.lateNews();
    await shop.release('reversed');
    await app.jobs.drain();
    await shop.behave();
    await weekSeller(app.modules.showcases).settle([(await world.paymentsOf(reserved))[0]?.id ?? '']);
    await app.jobs.drain();
    expect(await world.mine(person)).toMatchObject([{ state: 'running', payment_status: 'paid' }]);
    expect((await app.platform.db.pool.query('SELECT FROM payment_event')).rowCount).toBeGreaterThan(1);
    expect(await world.subjects(person)).toHaveLength(1);
    await world.expectSound();
  });

  it('a place stays reserved while the provider processes its payment; an underpayment waits for an admin', async () => {
    const world = await showcaseApp();
    const { app, shop } = world;
    const slow = await ownerIn(world);
    await world.press(slow.person, await world.reserved(slow.person, slow.id), 'pay_late');
    await app.jobs.drain();
    app.clock.advance(HOURS_2);
    expect(await world.mine(slow.person)).toMatchObject([
      { state: 'reserved', payment_status: 'processing' },
    ]);
    await shop.lateNews();
    expect(await world.mine(slow.person)).toMatchObject([{ state: 'running' }]);

    const short = await ownerIn(world);
    const week = await world.reserved(short.person, short.id);
    await world.press(short.person, week, 'underpay');
    await app.jobs.drain();
    expect(await world.mine(short.person)).toMatchObject([
      { state: 'reserved', payment_status: 'underpaid' },
    ]);
    const [payment] = await world.paymentsOf(week);
    await shop.decide(payment?.id ?? '', '/accept', { reason: 'Close enough.' });
    await app.jobs.drain();
    expect(await world.mine(short.person)).toMatchObject([{ state: 'running' }]);
    await world.expectSound();
  });
});

describe('a payment page that stays unpaid is closed, and its place becomes free', {
  timeout: 180_000,
}, () => {
  it.each(PROVIDERS)(
    'an unpaid payment page at %s is closed with its reservation, and another week can be bought',
    async (provider) => {
      const world = await showcaseApp();
      const { app } = world;
      const { person, id } = await ownerIn(world);
      const first = await world.reserved(person, id);
      app.clock.advance(50 * 60_000);
      // The page opens late, so reservation and page stay half an hour longer.
      const page = await world.checkout(person, first, WEEK_CENTS, provider);
      expect(page.status).toBe(201);
      app.clock.advance(25 * 60_000);
      expect(await world.mine(person)).toMatchObject([{ state: 'reserved' }]);
      expect((await world.checkout(person, first, WEEK_CENTS, provider)).body.url).toBe(page.body.url);
      app.clock.advance(11 * 60_000);
      await world.pass(0);
      expect(await world.paymentsOf(first)).toMatchObject([{ status: 'expired', receivedCents: 0 }]);
      expect((await world.checkout(person, first, WEEK_CENTS, provider)).body.code).toBe('order_locked');

      const second = await world.reserved(person, id);
      const next = await world.checkout(person, second, WEEK_CENTS, provider);
      await world.shop.pressAt(next.body.url, 'pay');
      await app.jobs.drain();
      expect(await world.mine(person)).toMatchObject([
        { id: second.id, state: 'running' },
        { id: first.id, state: 'released', ended_because: 'expired', payment_status: 'expired' },
      ]);
      await world.expectSound();
    },
  );
});

describe('if a paid week on the home page ends early, the remaining days are refunded', {
  timeout: 180_000,
}, () => {
  it('if the result is withdrawn during the week, the remaining days are refunded', async () => {
    const world = await showcaseApp();
    const { app, lab, days, shop } = world;
    const published = await lab.published();
    await world.bought(lab.customer, published.id);
    await world.pass(2);
    expect(await world.shown()).toEqual([published.id]);
    const reviewer = { ...lab.reviewer, token: await shop.tokenOf(lab.reviewer) };
    await must(lab.retract(reviewer, published));
    expect(await world.shown()).toEqual([]);
    await app.jobs.drain();
    // After three days, four sevenths of $49.00 are refunded.
    expect(await world.mine(lab.customer)).toMatchObject([
      {
        state: 'stopped',
        ended_because: 'not_public',
        stopped_on: days(1),
        title: null,
        refunded_cents: 2_800,
        payment_status: 'partially_refunded',
        may_renew: false,
      },
    ]);
    const mails = await app.mails(lab.customer.email);
    expect(mails.map(({ text }) => text).join('')).toContain('$28.00');
    await world.expectSound();
  });

  it('if the result is withdrawn before the week, the whole price is refunded', async () => {
    const world = await showcaseApp(ONE_PLACE);
    const { app, lab } = world;
    await fill(world);
    const [booked, reserved] = [await lab.published(), await lab.published()];
    const paid = await world.bought(lab.customer, booked.id);
    expect(paid.week_starts).toBe(world.days(7));
    app.clock.advance(1_000);
    const open = await world.reserved(lab.customer, reserved.id);
    const page = await world.checkout(lab.customer, open);
    for (const order of [booked, reserved]) await must(lab.retract(lab.reviewer, order));
    await app.jobs.drain();
    expect(await world.mine(lab.customer)).toMatchObject([
      { state: 'released', ended_because: 'not_public' },
      { state: 'stopped', refunded_cents: WEEK_CENTS, payment_status: 'refunded' },
    ]);
    expect(await world.paymentsOf(open)).toMatchObject([{ status: 'expired' }]);
    expect((await app.raw(new URL(page.body.url).pathname)).status).not.toBe(500);
    await world.expectSound();
  });

  it('if the result is withdrawn while a payment is pending, the payment is refunded', async () => {
    const world = await showcaseApp();
    const { app, lab } = world;
    const order = await lab.published();
    const week = await world.reserved(lab.customer, order.id);
    await world.press(lab.customer, week);
    await must(lab.retract(lab.reviewer, order));
    await app.jobs.drain();
    expect(await world.paymentsOf(week)).toMatchObject([{ status: 'refunded', heldCents: 0 }]);
    expect(await world.mine(lab.customer)).toMatchObject([{ state: 'released' }]);
    expect(await world.subjects(lab.customer)).toContainEqual(expect.stringContaining('goes back to you'));
    await world.expectSound();
  });

  it('an admin sees the shown results by day and can end a week with a refund', async () => {
    const world = await showcaseApp();
    const { app, shop, days } = world;
    const { person, id } = await ownerIn(world);
    const week = await world.bought(person, id);
    const { token } = shop.admin;
    const page = async () => (await app.request<StaffShowcasePage>('/api/lab/showcases', { token })).body;
    expect(await page()).toMatchObject({
      data: [
        { id: week.id, request_id: id, state: 'running', amount_cents: WEEK_CENTS, may_stop: true, views: 0 },
      ],
      pagination: { page: 1, limit: 25, total: 1 },
    });
    const calendar = async () =>
      (await app.request<{ data: ShowcaseCalendar }>('/api/lab/showcases/calendar', { token })).body.data;
    const busy = (shown: ShowcaseCalendar) =>
      shown.days.filter(({ showcases }) => showcases.length > 0).map(({ day }) => day);
    expect(await calendar()).toMatchObject({ places: 3, week_cents: WEEK_CENTS });
    expect(busy(await calendar())).toEqual([0, 1, 2, 3, 4, 5, 6].map(days));
    expect((await calendar()).days).toHaveLength(14);

    const stop = (reason: string) =>
      app.request<{ data: StaffShowcase } & ProblemBody>(`/api/lab/showcases/${week.id}/stop`, {
        json: { reason },
        token,
      });
    expect(await stop('')).toMatchObject({ status: 422 });
    expect(await stop('The owner asked for it.')).toMatchObject({
      status: 200,
      body: { data: { state: 'stopped', ended_because: 'admin', refunded_cents: 4_200, may_stop: false } },
    });
    expect(await world.shown()).toEqual([]);
    expect(await stop('Once more, please.')).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect(busy(await calendar())).toEqual([days(0)]);
    const audit = await app.request<{ data: { detail: object }[] }>(
      '/api/lab/audit?action=showcase.stopped',
      { token },
    );
    expect(audit.body.data).toMatchObject([
      {
        subject: { kind: 'showcase', id: week.id },
        detail: { reason: 'The owner asked for it.', refund_cents: 4_200 },
      },
    ]);
    await app.jobs.drain();
    expect(await world.subjects(person)).toContainEqual(expect.stringContaining('ended early'));
    await world.expectSound();
  });

  it('the week ends if an admin refunds its whole price', async () => {
    const world = await showcaseApp();
    const { app, shop } = world;
    const { person, id } = await ownerIn(world);
    const week = await world.bought(person, id);
    const [payment] = await world.paymentsOf(week);
    await shop.decide(payment?.id ?? '', '/refund', { reason: 'As a favour to them.' });
    await app.jobs.drain();
    expect(await world.shown()).toEqual([]);
    expect(await world.mine(person)).toMatchObject([
      { state: 'stopped', ended_because: 'refunded', refunded_cents: WEEK_CENTS },
    ]);
    await world.expectSound();
  });

  it('deleting the account refunds the remaining days of the week', async () => {
    const world = await showcaseApp();
    const { app, shop } = world;
    const { person, id } = await ownerIn(world);
    const week = await world.bought(person, id);
    await world.view(id);
    const token = await shop.tokenOf(person);
    const exported = await app.request<{ showcases: object[] }>('/api/me/export', { token });
    expect(exported.body.showcases).toMatchObject([
      { request_id: id, amount_cents: WEEK_CENTS, state: 'booked', views_by_day: [{ views: 1 }] },
    ]);
    const deleted = await app.request('/api/me/deletion', {
      json: { current_password: app.password },
      token,
    });
    expect(deleted.status).toBe(204);
    expect(await world.shown()).toEqual([]);
    await app.jobs.drain();
    expect(await world.paymentsOf(week)).toMatchObject([
      { refundedCents: 4_200, status: 'partially_refunded' },
    ]);
    expect((await world.subjects(person)).filter((subject) => subject.includes('ended early'))).toEqual([]);
    await world.expectSound();
  });
});
