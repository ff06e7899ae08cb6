import { expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { checkLedger } from '../ledger/ledger.service.ts';

const DAY = 86_400_000;

it('while a group waits seven days for missing members, people can leave, join and agree to pay more', async () => {
  const { app, create, join, detail, people, at } = await groupApp();
  const [organizer, one, two, three] = await people(4);
  const id = await create(organizer, { min_participants: 4, target_participants: 5 });
  const waits = await create(organizer, { min_participants: 4, target_participants: 5 });
  for (const person of [one, two]) await join(id, person);
  await join(waits, one);
  await at(7 * DAY);
  const finalise = () => app.request(`/api/group-tests/${id}/finalise`, { json: {}, token: organizer.token });
  expect((await detail(id, organizer)).viewer?.may.finalise).toBe(false);
  expect((await finalise()).body).toMatchObject({ code: 'too_few_members' });
  expect((await join(id, two, 'leave')).status).toBe(200);
  for (const person of [two, three]) {
    expect((await join(id, person)).body).toMatchObject({ test: { status: 'suspended' } });
  }
  expect((await join(id, one, 'agree')).body).toMatchObject({ viewer: { gap: { agreed_cents: 17_000 } } });
  expect((await detail(id, organizer)).viewer?.may.finalise).toBe(true);
  expect((await finalise()).body).toMatchObject({
    test: { phase: 'collecting', final_cost_per_user_cents: 8500 },
  });
  const shares = await Promise.all(
    [one, two, three].map(async (person) => (await detail(id, person)).viewer?.share?.amount_cents),
  );
  expect(shares).toEqual([17_000, 8500, 8500]);

  // After seven days, the missing money is divided among members who agreed to more.
  await join(waits, one, 'agree');
  await at(7 * DAY);
  expect((await detail(waits, one)).viewer?.share).toMatchObject({ amount_cents: 34_000, status: 'due' });
});

it('a member whose payment is still pending at the deadline keeps the share', async () => {
  const { app, create, join, pay, detail, people, openPage, press, at } = await groupApp();
  const [organizer, one, two] = await people(3);
  const id = await create(organizer, { min_participants: 2, target_participants: 2 });
  for (const person of [one, two]) await join(id, person);
  await pay(id, one);
  await at(7 * DAY - 60_000);
  await press(await openPage(id, two), 'pay_late');
  await at(120_000);
  expect((await detail(id, two)).test).toMatchObject({ phase: 'collecting', open_shares: [] });
  const { pool } = app.platform.db;
  await pool.query("UPDATE pgboss.job SET start_after = now() WHERE name LIKE 'sandbox.%.settle-late'");
  await app.jobs.drain();
  expect((await detail(id, two)).test.phase).toBe('testing');
  expect((await checkLedger(app.modules.ledger)).findings).toEqual([]);
});
