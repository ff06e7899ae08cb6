import { asc, eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { mailDispatch } from './notifications.tables.ts';

type Dispatch = Omit<typeof mailDispatch.$inferInsert, 'sentAt'>;

/** Locks the row of a mail, so that it is not sent twice. True if it was already sent. */
export async function claimDispatch(tx: Tx, dispatch: Dispatch): Promise<boolean> {
  await tx.insert(mailDispatch).values(dispatch).onConflictDoNothing();
  const [row] = await tx
    .select({ sentAt: mailDispatch.sentAt })
    .from(mailDispatch)
    .where(eq(mailDispatch.dedupeKey, dispatch.dedupeKey))
    .for('update');
  return row !== undefined && row.sentAt !== null;
}

export async function markSent(tx: Tx, dedupeKey: string, sentAt: Date): Promise<void> {
  await tx.update(mailDispatch).set({ sentAt }).where(eq(mailDispatch.dedupeKey, dedupeKey));
}

export async function wasSent(db: Queryable, dedupeKey: string): Promise<boolean> {
  const [row] = await db
    .select({ sentAt: mailDispatch.sentAt })
    .from(mailDispatch)
    .where(eq(mailDispatch.dedupeKey, dedupeKey));
  return row !== undefined && row.sentAt !== null;
}

/** The mails to an address, oldest first. */
export function listDispatches(db: Queryable, recipient: string) {
  return db
    .select()
    .from(mailDispatch)
    .where(eq(mailDispatch.recipient, recipient))
    .orderBy(asc(mailDispatch.createdAt));
}

/** Removes an address from sent mails. The rows stay, so that nothing is sent again. */
export async function forgetRecipient(tx: Tx, recipient: string): Promise<void> {
  await tx.update(mailDispatch).set({ recipient: '' }).where(eq(mailDispatch.recipient, recipient));
}
