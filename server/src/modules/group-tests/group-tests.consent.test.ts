import type { GroupDetail } from '@vialproof/contract/group-tests';
import { expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import type { Person } from '../../testing/test-app.ts';

const DAY = 86_400_000;

/** A group whose members send with each call the amount that they saw. */
async function consenting() {
  const world = await groupApp();
  return {
    ...world,
    say: (id: string, person: Person, action: 'join' | 'agree', cents: number) =>
      world.app.request<GroupDetail & { code?: string; amount_cents?: number }>(
        `/api/group-tests/${id}/join`,
        { json: { action, amount_cents: cents }, token: person.token },
      ),
  };
}

it('a member never agrees to more than the shown amount, even if another member leaves at that moment', async () => {
  const { create, join, detail, people, say } = await consenting();
  const [organizer, one, two] = await people(3);
  const id = await create(organizer, { min_participants: 4, target_participants: 4 });
  await join(id, one);
  await join(id, two);
  const most = (await detail(id, one)).viewer?.gap?.most_cents ?? 0;
  expect(most).toBe(25_500);
  await join(id, two, 'leave');
  expect((await say(id, one, 'agree', most)).body).toMatchObject({
    code: 'price_changed',
    amount_cents: 34_000,
  });
  expect((await detail(id, one)).members[0]).toMatchObject({ agree_cover_gap: false });
  await join(id, two);
  // A member agrees to the amount on the page, although the real one is lower by now.
  expect((await say(id, one, 'agree', 34_000)).body.viewer?.gap).toEqual({
    most_cents: 25_500,
    agreed_cents: 25_500,
  });
});

it('a person who joins is refused if the share now costs more than the page showed', async () => {
  const { create, join, pay, detail, people, at, say } = await consenting();
  const [organizer, one, two, taker] = await people(4);
  const id = await create(organizer, { min_participants: 2, target_participants: 2 });
  await join(id, one);
  await join(id, two);
  await pay(id, one);
  await at(7 * DAY + 60_000);
  for (const [person, action] of [
    [taker, 'join'],
    [one, 'agree'],
  ] as const) {
    const refused = await say(id, person, action, 16_999);
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed', amount_cents: 17_000 } });
  }
  expect((await detail(id)).test).toMatchObject({
    joined_count: 1,
    open_shares: [{ amount_cents: 17_000 }],
  });
  expect((await say(id, one, 'agree', 17_000)).body.viewer).toMatchObject({
    share: { amount_cents: 17_000, status: 'due' },
  });
  expect((await say(id, taker, 'join', 17_000)).body).toMatchObject({ code: 'group_locked' });
});
