import { expect, test } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { asOwner } from '../../testing/test-database.ts';
import { checkLedger } from '../ledger/ledger.service.ts';

const DAY = 86_400_000;

test('if the deadline of one group fails, other groups continue, and the server tries again later', async () => {
  const { app, create, detail, people, at } = await groupApp();
  const { pool } = app.platform.db;
  const [organizer] = await people(1);
  const ids: string[] = [];
  while (ids.length < 3) ids.push(await create(organizer, { title: `Group ${ids.length}` }));
  const [stuck, ...others] = ids.sort();
  await asOwner(
    app,
    `
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'not this one'; END $$;
    CREATE TRIGGER refuse_one BEFORE INSERT ON group_event FOR EACH ROW
      WHEN (NEW.group_id = '${stuck}') EXECUTE FUNCTION refuse_one()`,
  );
  const statuses = (of: string[]) => Promise.all(of.map(async (id) => (await detail(id)).test.status));
  const stateOf = async (id: string | undefined) =>
    (await pool.query<{ state: string }>('SELECT state FROM group_test WHERE id = $1', [id])).rows[0]?.state;
  await at(7 * DAY + 60_000);
  expect(await stateOf(stuck)).toBe('open');
  expect(await statuses(others)).toEqual(['suspended', 'suspended']);
  await asOwner(app, 'DROP TRIGGER refuse_one ON group_event');
  await at(60_000);
  expect(await stateOf(stuck)).toBe('gap');
});

test('after the server was off for a while, it sends only one reminder about a share', async () => {
  const { app, create, join, people, at } = await groupApp();
  const [organizer, one, two] = await people(3);
  const id = await create(organizer, { min_participants: 2, target_participants: 2 });
  for (const person of [one, two]) await join(id, person);
  const reminders = async () =>
    (
      await app.platform.db.pool.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM group_event WHERE group_id = $1 AND kind = 'reminder'",
        [id],
      )
    ).rows[0]?.n;
  await at(5 * DAY);
  expect(await reminders()).toBe(1);
  await at(DAY + 60_000);
  expect(await reminders()).toBe(2);
});

test('the server applies each deadline within its minute, and not before', async () => {
  const { app, create, join, pay, detail, list, people, at, statement } = await groupApp();
  const [organizer, one, two, taker] = await people(4);
  const gap = await create(organizer, { min_participants: 3, target_participants: 5 });
  const enough = await create(organizer, { min_participants: 2, target_participants: 5 });
  for (const id of [gap, enough]) await join(id, one);
  await join(enough, two);
  const standing = async () => {
    const shown = await Promise.all([gap, enough].map(async (id) => (await detail(id)).test));
    return shown.map(({ status, phase }) => phase ?? status);
  };
  const began = app.clock.now().getTime();
  /** The states of both groups just before this time and at this time. */
  const around = async (days: number) => {
    const moment = began + days * DAY;
    await at(moment - 60_000 - app.clock.now().getTime());
    const before = await standing();
    await at(60_000);
    return [before, await standing()];
  };
  const reminders = async (person: { email: string }) =>
    (await app.mails(person.email)).filter(({ subject }) => subject.includes('still to be paid')).length;

  expect(await around(5)).toEqual([
    ['open', 'open'],
    ['last_moment', 'last_moment'],
  ]);
  const listed = async (tab: string) => (await list(tab)).map(({ id }) => id);
  expect(await listed('open')).toEqual([]);
  expect((await listed('last')).sort()).toEqual([gap, enough].sort());
  expect(await around(7)).toEqual([
    ['last_moment', 'last_moment'],
    ['suspended', 'collecting'],
  ]);
  // A job of its own runs when the seven days are over.
  const { rows } = await app.platform.db.pool.query<{ at: Date }>(
    "SELECT max(start_after) AS at FROM pgboss.job WHERE name = 'group-tests.time-comes' AND data ->> 'groupId' = $1",
    [gap],
  );
  expect(rows[0]?.at.getTime()).toBe(began + 14 * DAY);
  expect((await detail(enough, two)).viewer?.share).toMatchObject({ amount_cents: 17_000, status: 'due' });
  await pay(enough, one);
  for (const [days, before, after] of [
    [8, 0, 1],
    [11, 1, 2],
    [13, 2, 3],
  ] as const) {
    await at(began + days * DAY - 60_000 - app.clock.now().getTime());
    expect(await reminders(two)).toBe(before);
    await at(60_000);
    expect(await reminders(two)).toBe(after);
  }
  expect(await reminders(one)).toBe(0);
  expect(await around(14)).toEqual([
    ['suspended', 'collecting'],
    ['cancelled', 'suspended'],
  ]);
  // The tab for ended groups lists cancelled groups too.
  expect((await listed('suspended')).sort()).toEqual([gap, enough].sort());
  await join(enough, taker);
  const taken = async () => (await detail(enough, taker)).viewer?.share?.status;
  await at(DAY - 60_000);
  expect(await taken()).toBe('due');
  await at(60_000);
  expect(await taken()).toBe('dropped');
  expect(await around(21)).toEqual([
    ['cancelled', 'suspended'],
    ['cancelled', 'cancelled'],
  ]);
  expect((await statement(enough, one)).movements.map(({ amount_cents: cents }) => cents)).toEqual([
    17_000, -17_000,
  ]);
  expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
});

test('after the server was off for a month, it applies each deadline, and members still get a week to pay', async () => {
  const { app, create, join, detail, people, at } = await groupApp();
  const [organizer, one, two] = await people(3);
  const gap = await create(organizer, { min_participants: 3, target_participants: 5 });
  const enough = await create(organizer, { min_participants: 2, target_participants: 5 });
  for (const id of [gap, enough]) await join(id, one);
  await join(enough, two);
  await at(30 * DAY);
  expect((await detail(gap)).events.slice(0, 2).map(({ kind }) => kind)).toEqual(['given_up', 'gap_left']);
  expect((await detail(gap)).test.status).toBe('cancelled');
  expect((await detail(enough, two)).viewer?.share).toMatchObject({
    status: 'due',
    pay_by: new Date(app.clock.now().getTime() + 7 * DAY).toISOString(),
  });
});
