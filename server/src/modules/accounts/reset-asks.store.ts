import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/postgres/database.ts';
import { resetAsk, resetTurn, userAccount } from './accounts.tables.ts';
import type { WaitingAsk } from './rules/reset-mails.ts';

type AskRow = typeof resetAsk.$inferSelect;
/** A stored request for a reset code. */
export type StoredAsk = WaitingAsk & { browserHash: Buffer; device: string };

const written = (bytes: Buffer) => bytes.toString('base64url');

/** Stores a request until its mail is sent. A later request of the same browser replaces it. */
export async function putAsk(tx: Queryable, ask: AskRow): Promise<void> {
  await tx
    .delete(resetAsk)
    .where(
      and(
        eq(resetAsk.emailNormalized, ask.emailNormalized),
        eq(resetAsk.browserHash, ask.browserHash),
        ne(resetAsk.asker, ask.asker),
      ),
    );
  const { emailNormalized: _email, asker: _asker, ...changed } = ask;
  await tx
    .insert(resetAsk)
    .values(ask)
    .onConflictDoUpdate({ target: [resetAsk.emailNormalized, resetAsk.asker], set: changed });
}

/** Locks a mailbox, so that only one transaction at a time decides about its mails. */
export async function lockMailbox(tx: Tx, mailbox: Buffer): Promise<void> {
  const name = `reset mails to ${written(mailbox)}`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The requests of a mailbox that wait. Requests that are too old or have no account are deleted. */
export async function takeAsks(tx: Tx, mailbox: Buffer, then: Date): Promise<StoredAsk[]> {
  const rows = await tx
    .select({ ask: resetAsk, userId: userAccount.id, verifiedAt: userAccount.emailVerifiedAt })
    .from(resetAsk)
    .leftJoin(
      userAccount,
      and(eq(userAccount.emailNormalized, resetAsk.emailNormalized), isNull(userAccount.disabledAt)),
    )
    .where(eq(resetAsk.mailbox, mailbox));
  const isOver = ({ ask, userId }: (typeof rows)[number]) => userId === null || ask.askedAt <= then;
  await deleteAsks(
    tx,
    rows.filter(isOver).map(({ ask }) => ask.id),
  );
  return rows.flatMap((row) => {
    const { ask, userId, verifiedAt } = row;
    if (userId === null || isOver(row)) return [];
    const { id, isKnown, askedAt, browserHash, device } = ask;
    const [asker, network] = [written(ask.asker), written(ask.network)];
    return [
      { id, userId, isProved: verifiedAt !== null, asker, isKnown, network, askedAt, browserHash, device },
    ];
  });
}

export async function deleteAsks(tx: Queryable, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(resetAsk).where(inArray(resetAsk.id, ids));
}

export async function deleteAsksOf(tx: Queryable, emailNormalized: string): Promise<void> {
  await tx.delete(resetAsk).where(eq(resetAsk.emailNormalized, emailNormalized));
}

/** When a mailbox may get its next mail with reset codes, for each browser or network that asks. */
export async function listTurns(tx: Queryable, mailbox: Buffer): Promise<Map<string, Date>> {
  const rows = await tx.select().from(resetTurn).where(eq(resetTurn.mailbox, mailbox));
  return new Map(rows.map(({ asker, nextAt }) => [written(asker), nextAt]));
}

export async function putTurn(tx: Queryable, mailbox: Buffer, turn: string, nextAt: Date): Promise<void> {
  await tx
    .insert(resetTurn)
    .values({ mailbox, asker: Buffer.from(turn, 'base64url'), nextAt })
    .onConflictDoUpdate({ target: [resetTurn.mailbox, resetTurn.asker], set: { nextAt } });
}

/** Deletes old requests and waiting times. */
export async function deleteAsksBefore(db: Queryable, then: Date, now: Date): Promise<void> {
  await db.delete(resetAsk).where(lt(resetAsk.askedAt, then));
  await db.delete(resetTurn).where(lt(resetTurn.nextAt, now));
}
