import { and, asc, eq, gt, gte, inArray, lt } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import {
  type RegistrationRow,
  registration,
  type WithdrawalRow,
  withdrawal,
} from './registrations.tables.ts';

export async function insertRegistration(tx: Tx, row: RegistrationRow): Promise<void> {
  await tx.insert(registration).values(row);
}

export async function findRegistration(
  db: Queryable,
  requestId: string,
): Promise<RegistrationRow | undefined> {
  const [row] = await db.select().from(registration).where(eq(registration.requestId, requestId));
  return row;
}

/** Stores since when a test that began as public is private. Null: it is public again. */
export async function setWithdrawn(tx: Tx, requestId: string, at: Date | null): Promise<void> {
  await tx
    .update(registration)
    .set({ withdrawnAt: at })
    .where(and(eq(registration.requestId, requestId), eq(registration.visibility, 'public')));
}

/** Registrations whose entries in the public log lie between these two numbers. */
export function listLoggedBetween(db: Queryable, from: number, to: number): Promise<RegistrationRow[]> {
  return db
    .select()
    .from(registration)
    .where(and(gte(registration.logIndex, from), lt(registration.logIndex, to)));
}

/** The registrations of these requests, by id. */
export async function findRegistrations(
  db: Queryable,
  requestIds: string[],
): Promise<Map<string, RegistrationRow>> {
  const rows = await db.select().from(registration).where(inArray(registration.requestId, requestIds));
  return new Map(rows.map((row) => [row.requestId, row]));
}

export async function findWithdrawal(db: Queryable, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(withdrawal).where(eq(withdrawal.id, id));
  return row;
}

export async function findWithdrawalOf(db: Queryable, requestId: string): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(withdrawal).where(eq(withdrawal.requestId, requestId));
  return row;
}

export async function insertWithdrawal(tx: Tx, row: WithdrawalRow): Promise<void> {
  await tx.insert(withdrawal).values(row);
}

export async function updateWithdrawal(tx: Tx, id: string, change: Partial<WithdrawalRow>): Promise<void> {
  await tx.update(withdrawal).set(change).where(eq(withdrawal.id, id));
}

export function listWithdrawals(db: Queryable, ids: string[]): Promise<WithdrawalRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.select().from(withdrawal).where(inArray(withdrawal.id, ids));
}

/** A page of the paid back discounts after the id `afterId`. */
export function listWithdrawalsAfter(
  tx: Tx,
  afterId: string | undefined,
  limit: number,
): Promise<WithdrawalRow[]> {
  return tx
    .select()
    .from(withdrawal)
    .where(afterId ? gt(withdrawal.id, afterId) : undefined)
    .orderBy(asc(withdrawal.id))
    .limit(limit);
}
