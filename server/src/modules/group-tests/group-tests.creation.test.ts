import { expect, test } from 'vitest';
import { groupApp } from '../../testing/groups.ts';

test('if many people create groups at the same time, all succeed', async () => {
  const { people, create } = await groupApp({ POOL_SIZE: '2', STATEMENT_TIMEOUT_MS: '3000' });
  const ids = await Promise.all((await people(6)).map((person) => create(person, {})));
  expect(new Set(ids).size).toBe(6);
});

test('a person may create twenty groups a day', async () => {
  const { people, create, at } = await groupApp();
  const [organizer, other] = await people(2);
  for (let begun = 0; begun < 20; begun += 1) await create(organizer, {});
  await expect(create(organizer, {})).rejects.toThrow(/answered 429.*rate_limited/);
  await create(other, {});
  await at(86_400_000);
  await create(organizer, {});
});
