import type { MyTestDetail } from '@vialproof/contract/orders';
import { type KeptPromises, TURNAROUND_WINDOW_DAYS, type Turnaround } from '@vialproof/contract/turnaround';
import { dayOf } from '@vialproof/science/calendar/dates';
import { describe, expect, it } from 'vitest';
import { laboratory, must, type Ordered } from '../../testing/lab.ts';
import { type Laid, layPublished } from '../../testing/lay-tests.ts';
import { seedTests } from '../../testing/seed-tests.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;
const FAMILY = 'Peptides';

async function measured(app: TestApp, family = FAMILY): Promise<Turnaround> {
  const { status, body } = await app.request<{ data: Turnaround[] }>('/api/turnaround');
  expect(status).toBe(200);
  const found = body.data.find((each) => each.family === family);
  if (!found) throw new Error(`no family ${family}`);
  return found;
}

/** Moves the clock to the next Wednesday, so that each run has the same days. */
function moveToWednesday({ clock }: TestApp): void {
  const now = clock.now();
  const noon = Date.parse(`${dayOf(now)}T12:00:00Z`);
  const days = ((3 - now.getUTCDay() + 7) % 7) + 7;
  clock.advance(noon + days * DAY_MS - now.getTime());
}

/** Stores that a sample arrived this many days ago. */
async function cameBefore(app: TestApp, order: Laid, days: number, due: number | null = null) {
  const { pool, transaction } = app.platform.db;
  await pool.query(`UPDATE test_request SET received_at = $2, due_on = $3 WHERE id = $1`, [
    order.id,
    new Date(app.clock.now().getTime() - days * DAY_MS),
    due === null ? null : dayOf(new Date(app.clock.now().getTime() + due * DAY_MS)),
  ]);
  const change = { requestId: order.id, ownerId: order.owner.id, groupTestId: null };
  await transaction((tx) => app.modules.after.orders.afterOrderChange(tx, change));
}

const UNSAID = {
  n_received: null,
  n_open: null,
  median_days: null,
  interval: null,
  nine_of_ten_days: null,
  nine_of_ten_interval: null,
  is_demo: false,
};

async function measuredLaboratory() {
  const app = await testApp();
  moveToWednesday(app);
  const lab = await laboratory(app);
  return { app, lab };
}

describe('the measured turnaround is shown only for ten samples or more', { timeout: 120_000 }, () => {
  it('below ten samples the page shows only the promise; from ten on, the median and the time of nine in ten', async () => {
    const { app, lab } = await measuredLaboratory();
    expect(await measured(app)).toEqual({
      family: FAMILY,
      ...UNSAID,
      promise_text: '5-7 business days after receipt',
    });
    const refused = await lab.ordered();
    await must(lab.intake(lab.analyst, refused, { accepted: false, rejection: 'broken', note: 'In two.' }));
    // The samples took 1 to 7 working days.
    const done: Ordered[] = [];
    for (const days of [1, 2]) {
      const order = await lab.inReview({ visibility: days === 2 ? 'private' : 'public' });
      await cameBefore(app, order, days);
      await must(lab.publish(lab.reviewer, order));
      done.push(order);
    }
    for (const days of [5, 6, 7, 8, 9]) {
      for (const laid of await layPublished(app, [{ isPrivate: days % 2 === 0 }]))
        await cameBefore(app, laid, days);
    }
    const open = [await lab.received({ visibility: 'private' }), await lab.received()];
    // One sample has been in the laboratory for 8 working days.
    await cameBefore(app, open[0] as Ordered, 12);
    expect(await measured(app)).toMatchObject(UNSAID);
    const tenth = await lab.received();
    const found = await measured(app);
    // The numbers were checked with survfit in the program R.
    expect(found).toEqual({
      family: FAMILY,
      n_received: 10,
      n_open: 3,
      median_days: 4.5,
      interval: { low: 3, high: null },
      nine_of_ten_days: null,
      nine_of_ten_interval: { low: 6, high: null },
      promise_text: '5-7 business days after receipt',
      is_demo: false,
    });
    // Two samples are finished on the day when they arrive.
    await must(lab.save(lab.analyst, tenth));
    await must(lab.submit(lab.analyst, tenth));
    await must(lab.publish(lab.reviewer, tenth));
    expect(await measured(app)).toMatchObject({ n_received: 10, n_open: 2, median_days: 4 });

    // The first publication counts, and not a later correction.
    const before = await measured(app);
    const [withdrawn, amended] = done as [Ordered, Ordered];
    app.clock.advance(5 * 60_000);
    await must(lab.retract(lab.reviewer, withdrawn));
    expect(await measured(app)).toEqual(before);
    await must(lab.amend(lab.analyst, amended));
    expect(await measured(app)).toEqual(before);
    // Samples before the time window are not counted.
    await cameBefore(app, amended, TURNAROUND_WINDOW_DAYS + 1);
    await app.platform.db.transaction((tx) => app.platform.publicCache.outdate(tx));
    expect(await measured(app)).toMatchObject(UNSAID);
    await cameBefore(app, amended, TURNAROUND_WINDOW_DAYS);
    await app.platform.db.transaction((tx) => app.platform.publicCache.outdate(tx));
    expect(await measured(app)).toMatchObject({ n_received: 10, n_open: 2 });
  });

  it('the owner sees the present working day of a sample until it has its first result', async () => {
    const { app, lab } = await measuredLaboratory();
    const order = await lab.ordered();
    const openSample = async () =>
      (await app.request<MyTestDetail>(`/api/me/tests/${order.id}`, { token: order.owner.token })).body
        .open_sample;
    expect(await openSample()).toBeNull();
    await must(lab.intake(lab.analyst, order));
    expect(await openSample()).toEqual({ family: FAMILY, working_day: 0 });
    await cameBefore(app, order, 8);
    expect(await openSample()).toEqual({ family: FAMILY, working_day: 6 });
    await must(lab.save(lab.analyst, order));
    await must(lab.submit(lab.analyst, order));
    await must(lab.publish(lab.reviewer, order));
    expect(await openSample()).toBeNull();
    await must(lab.retract(lab.reviewer, order));
    expect(await openSample()).toBeNull();
  });

  it('staff see how often promised days were kept, and customers get 404', async () => {
    const { app, lab } = await measuredLaboratory();
    const promises = async () =>
      (await app.request<{ data: KeptPromises }>('/api/lab/turnaround', { token: lab.analyst.token })).body
        .data;
    expect(await promises()).toEqual({ n_kept: 0, n_due: 0, interval: null, is_demo: false });
    // The first test was promised for today and is kept, the second for yesterday and is late.
    for (const [place, laid] of (await layPublished(app, [{}, {}])).entries())
      await cameBefore(app, laid, 10, -place);
    // The promised day is today, so it is not over.
    expect(await promises()).toMatchObject({ n_kept: 0, n_due: 1 });
    app.clock.advance(DAY_MS);
    const { token } = await app.person('analyst');
    const after = async () =>
      (await app.request<{ data: KeptPromises }>('/api/lab/turnaround', { token })).body.data;
    const { interval, ...counts } = await after();
    expect(counts).toEqual({ n_kept: 1, n_due: 2, is_demo: false });
    // The numbers were checked with prop.test(1, 2, correct = FALSE) in the program R.
    expect(interval?.low).toBeCloseTo(0.0945, 4);
    expect(interval?.high).toBeCloseTo(0.9055, 4);
  });

  it('figures that include demo samples are marked', async () => {
    const app = await testApp();
    const { pool } = app.platform.db;
    await seedTests(app, 400);
    const found = await measured(app);
    expect(found.n_received).toBeGreaterThan(9);
    expect(found.is_demo).toBe(false);
    await pool.query('INSERT INTO demo_year (ends_at) VALUES ($1)', [app.clock.now()]);
    await app.platform.db.transaction((tx) => app.platform.publicCache.outdate(tx));
    expect(await measured(app)).toEqual({ ...found, is_demo: true });
    await pool.query('UPDATE demo_year SET ends_at = $1', [
      new Date(app.clock.now().getTime() - 400 * DAY_MS),
    ]);
    await app.platform.db.transaction((tx) => app.platform.publicCache.outdate(tx));
    expect(await measured(app)).toEqual(found);
  });
});

describe('the setting HOLIDAYS lists days without work', () => {
  it('holidays move the promised day, and do not count as working days', async () => {
    const plain = await testApp();
    moveToWednesday(plain);
    // Thursday and Friday after the arrival are holidays.
    const holidays = [1, 2].map((days) => dayOf(new Date(plain.clock.now().getTime() + days * DAY_MS)));
    const app = await testApp({ HOLIDAYS: holidays.join(',') });
    moveToWednesday(app);
    const lab = await laboratory(app);
    const { request } = await must(lab.intake(lab.analyst, await lab.ordered()));
    // Seven working days after a Wednesday is a Friday. With two holidays it is the next Tuesday.
    expect(request.due_on).toBe(dayOf(new Date(app.clock.now().getTime() + 13 * DAY_MS)));
  });
});
