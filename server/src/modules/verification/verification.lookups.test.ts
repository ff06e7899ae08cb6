import { Verification } from '@vialproof/contract/verification';
import { describe, expect, it } from 'vitest';
import { laboratory, type Ordered } from '../../testing/lab.ts';
import { labApp, type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { asOwner } from '../../testing/test-database.ts';

const DAY = 86_400_000;

let places = 0;
/** Each call has another address, because ten a minute from one address are allowed. */
async function lookUp(app: TestApp, order: Ordered, person?: Person): Promise<Verification> {
  places += 1;
  const query = new URLSearchParams({ taskNumber: String(order.taskNumber), uniqueKey: order.uniqueKey });
  const { status, body } = await app.request<{ data: unknown }>(`/api/tests/verify?${query}`, {
    headers: { 'x-forwarded-for': `2001:db8:${places.toString(16)}::1` },
    ...(person ? { token: person.token } : {}),
  });
  expect(status).toBe(200);
  return Verification.strict().parse(body.data);
}

/** Sets the stored number of lookups of a day. */
const store = (app: TestApp, order: Ordered, at: Date, lookups: number) =>
  app.platform.db.pool.query(
    `INSERT INTO certificate_lookup (request_id, day, lookups) VALUES ($1, $2, $3)
      ON CONFLICT (request_id, day) DO UPDATE SET lookups = excluded.lookups`,
    [order.id, at.toISOString().slice(0, 10), lookups],
  );

async function lookedUpMails(app: TestApp, { email }: Person) {
  await app.jobs.drain();
  return (await app.mails(email)).filter(({ subject }) => /look up your certificate/.test(subject));
}

async function published(visibility: 'public' | 'private' = 'public') {
  const app = await labApp({ TRUST_PROXY: '1' });
  const lab = await laboratory(app);
  const order = await lab.published({ visibility });
  return { app, lab, order };
}

describe('each lookup of a certificate by a stranger counts once', () => {
  it('lookups are counted by month; those by the owner and the laboratory are not counted', async () => {
    const app = await testApp({ TRUST_PROXY: '1' });
    // In the middle of a month, because the counts begin again each month.
    const now = app.clock.now();
    const middle = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 12);
    app.clock.advance(middle - now.getTime());
    const lab = await laboratory(app);
    const order = await lab.published();
    expect((await lookUp(app, order)).lookups_this_month).toBe(1);
    for (const person of [lab.customer, lab.analyst, lab.reviewer, lab.admin]) {
      expect((await lookUp(app, order, person)).lookups_this_month).toBe(1);
    }
    const stranger = await app.person();
    expect((await lookUp(app, order, stranger)).lookups_this_month).toBe(2);
    app.clock.advance(DAY);
    expect((await lookUp(app, order)).lookups_this_month).toBe(3);
    app.clock.advance(20 * DAY);
    expect((await lookUp(app, order)).lookups_this_month).toBe(1);
    const { rows } = await app.platform.db.pool.query('SELECT lookups FROM certificate_lookup ORDER BY day');
    expect(rows.map(({ lookups }) => lookups)).toEqual([2, 1, 1]);
  });

  it('a lookup with a wrong key or an unknown revision does not count', async () => {
    const { app, lab, order } = await published();
    const waiting = await lab.ordered();
    expect((await lookUp(app, waiting)).lookups_this_month).toBe(0);
    for (const [key, revision] of [
      ['AAAA-AAAA-AAAA', '1'],
      [order.uniqueKey, '2'],
    ]) {
      const query = `taskNumber=${order.taskNumber}&uniqueKey=${key}&revision=${revision}`;
      expect((await app.request(`/api/tests/verify?${query}`)).status).toBe(404);
    }
    expect((await app.platform.db.pool.query('SELECT * FROM certificate_lookup')).rows).toEqual([]);
  });

  it('lookups at the same time are all counted', async () => {
    const { app, order } = await published();
    await Promise.all(Array.from({ length: 25 }, () => lookUp(app, order)));
    expect((await lookUp(app, order)).lookups_this_month).toBe(26);
  });

  it('a lookup succeeds even if it cannot be counted', async () => {
    const { app, order } = await published();
    await asOwner(app, 'ALTER TABLE certificate_lookup RENAME TO gone');
    expect(await lookUp(app, order)).toMatchObject({ verdict: 'public', lookups_this_month: null });
  });
});

describe('the owner gets one mail about unusually many lookups', () => {
  it('the owner gets at most one mail a week about a day with unusually many lookups', async () => {
    const { app, lab, order } = await published();
    await store(app, order, app.clock.now(), 48);
    await lookUp(app, order);
    expect(await lookedUpMails(app, lab.customer)).toEqual([]);
    await lookUp(app, order, lab.customer);
    expect(await lookedUpMails(app, lab.customer)).toEqual([]);
    await lookUp(app, order);
    await lookUp(app, order);
    const [mail, ...more] = await lookedUpMails(app, lab.customer);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Task ${order.taskNumber}: many people look up your certificate`);
    expect(mail?.text).toContain('looked up 50 times');
    expect(mail?.text).toContain(`/dashboard/tests/${order.id}`);
    expect(mail?.text).not.toContain(order.uniqueKey);

    const weekLater = new Date(app.clock.now().getTime() + 7 * DAY);
    app.clock.advance(6 * DAY);
    await store(app, order, app.clock.now(), 5_000);
    await lookUp(app, order);
    expect(await lookedUpMails(app, lab.customer)).toHaveLength(1);
    app.clock.advance(weekLater.getTime() - app.clock.now().getTime());
    await store(app, order, app.clock.now(), 50_000);
    await lookUp(app, order);
    expect(await lookedUpMails(app, lab.customer)).toHaveLength(2);
  });

  it('the owner gets no mail while a day has fewer than ten times the usual lookups', async () => {
    const { app, lab, order } = await published();
    for (let before = 1; before <= 30; before += 1)
      await store(app, order, new Date(app.clock.now().getTime() - before * DAY), 10);
    await store(app, order, app.clock.now(), 98);
    await lookUp(app, order);
    expect(await lookedUpMails(app, lab.customer)).toEqual([]);
    await lookUp(app, order);
    expect(await lookedUpMails(app, lab.customer)).toHaveLength(1);
  });

  it('the owner of a private test sees what verification shows to other people', async () => {
    const { app, lab, order } = await published('private');
    await store(app, order, app.clock.now(), 60);
    await Promise.all([lookUp(app, order), lookUp(app, order), lookUp(app, order)]);
    const [mail, ...more] = await lookedUpMails(app, lab.customer);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('On your dashboard you can open them');
  });
});
