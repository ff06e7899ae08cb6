import { expect, test } from 'vitest';
import { groupApp } from '../../testing/groups.ts';

const DAY = 86_400_000;

test('a group that cannot follow the clock keeps none of the others, and follows once it can', async () => {
  const { app, create, detail, people, at } = await groupApp();
  const { pool } = app.platform.db;
  const [organizer] = await people(1);
  const ids: string[] = [];
  while (ids.length < 3) ids.push(await create(organizer, { title: `Group ${ids.length}` }));
  const [stuck, ...others] = ids.sort();
  await pool.query(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'not this one'; END $$;
    CREATE TRIGGER refuse_one BEFORE INSERT ON group_event FOR EACH ROW
      WHEN (NEW.group_id = '${stuck}') EXECUTE FUNCTION refuse_one()`);
  const statuses = (of: string[]) => Promise.all(of.map(async (id) => (await detail(id)).test.status));
  const stateOf = async (id: string | undefined) =>
    (await pool.query<{ state: string }>('SELECT state FROM group_test WHERE id = $1', [id])).rows[0]?.state;
  await at(7 * DAY + 60_000);
  expect(await stateOf(stuck)).toBe('open');
  expect(await statuses(others)).toEqual(['suspended', 'suspended']);
  await pool.query('DROP TRIGGER refuse_one ON group_event');
  await at(60_000);
  expect(await stateOf(stuck)).toBe('gap');
});

test('a server that was away reminds of a share once, not of each reminder that it missed', async () => {
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
