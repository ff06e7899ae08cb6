import { sql } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';

export type FaultRow = { kind: string; value: string | null };

/** Removes one use of the oldest fault of these kinds. Undefined if no fault of these kinds is left. */
export async function useUpFault(
  db: Queryable,
  provider: string,
  kinds: string[],
): Promise<FaultRow | undefined> {
  const { rows } = await db.execute<FaultRow>(sql`
    update sandbox_fault set times_left = times_left - 1 where id = (
      select id from sandbox_fault
      where provider = ${provider} and kind in ${kinds} and (times_left is null or times_left > 0)
      order by id limit 1 for update skip locked)
    returning kind, value`);
  return rows[0];
}

export async function insertFault(
  db: Queryable,
  fault: { provider: string; kind: string; times: number | null; value: string | null },
): Promise<void> {
  await db.execute(sql`
    insert into sandbox_fault (provider, kind, times_left, value)
    values (${fault.provider}, ${fault.kind}, ${fault.times}, ${fault.value})`);
}

export async function clearFaults(db: Queryable): Promise<void> {
  await db.execute(sql`delete from sandbox_fault`);
}
