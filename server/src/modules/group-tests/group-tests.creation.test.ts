import { expect, test } from 'vitest';
import { groupApp } from '../../testing/groups.ts';

test('when as many people as the pool has connections create groups at once, all succeed', async () => {
  const { people, create } = await groupApp({ POOL_SIZE: '2', STATEMENT_TIMEOUT_MS: '3000' });
  const ids = await Promise.all((await people(6)).map((person) => create(person, {})));
  expect(new Set(ids).size).toBe(6);
});

test('a person who created twenty groups within a day has to wait for the next day', async () => {
  const { people, create, at } = await groupApp();
  const [organizer, other] = await people(2);
  for (let begun = 0; begun < 20; begun += 1) await create(organizer, {});
  await expect(create(organizer, {})).rejects.toThrow(/answered 429.*rate_limited/);
  await create(other, {});
  await at(86_400_000);
  await create(organizer, {});
});
