import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { createLateWork } from './late-work.ts';
import { refuse } from './refusal.ts';

it('is done once at the end of its transaction, after what it rests on, and not when that is rolled back', async () => {
  const { db } = (await testApp()).platform;
  const done: string[] = [];
  const lower = createLateWork<string>(async (tx, items) => {
    const { rows } = await tx.execute<{ seen: string }>(
      sql`SELECT current_setting('late.seen', true) AS seen`,
    );
    done.push(`lower ${items.join(' ')} ${rows[0]?.seen}`);
    upper.add(tx, ['from lower']);
  });
  const upper = createLateWork<string>(async (_, items) => {
    done.push(`upper ${items.join(', ')}`);
  });
  await db.transaction(async (tx) => {
    upper.add(tx, ['a']);
    lower.add(tx, ['b', 'c']);
    lower.add(tx, ['b']);
    expect(done).toEqual([]);
    await tx.execute(sql`SELECT set_config('late.seen', 'last', true)`);
  });
  expect(done).toEqual(['lower b c last', 'upper a, from lower']);

  await db.transaction(async (tx) => {
    lower.add(tx, ['d']);
    return refuse('wrong_state');
  });
  await expect(
    db.transaction(async (tx) => {
      lower.add(tx, ['e']);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await db.transaction(async (tx) => lower.add(tx, []));
  expect(done).toHaveLength(2);
});
