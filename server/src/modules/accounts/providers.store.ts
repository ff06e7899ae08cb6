import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Queryable } from '../../platform/postgres/database.ts';
import { providerIdentity, providerSignIn } from './accounts.tables.ts';

type Provider = (typeof providerIdentity.$inferSelect)['provider'];

export async function findIdentity(db: Queryable, provider: Provider, subject: string) {
  const [identity] = await db
    .select()
    .from(providerIdentity)
    .where(and(eq(providerIdentity.provider, provider), eq(providerIdentity.subject, subject)));
  return identity;
}

export function listIdentities(db: Queryable, userId: string) {
  return db
    .select()
    .from(providerIdentity)
    .where(eq(providerIdentity.userId, userId))
    .orderBy(asc(providerIdentity.provider));
}

/** Links a provider's identity to a person; false if either has another link. */
export async function insertIdentity(
  tx: Queryable,
  identity: typeof providerIdentity.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await tx.insert(providerIdentity).values(identity).onConflictDoNothing();
  return rowCount === 1;
}

export async function deleteIdentity(tx: Queryable, userId: string, provider: Provider): Promise<boolean> {
  const { rowCount } = await tx
    .delete(providerIdentity)
    .where(and(eq(providerIdentity.userId, userId), eq(providerIdentity.provider, provider)));
  return rowCount === 1;
}

export async function insertProviderSignIn(
  tx: Queryable,
  signIn: { codeHash: Buffer; browserHash: Buffer; userId: string; provider: Provider; expiresAt: Date },
): Promise<void> {
  await tx.insert(providerSignIn).values(signIn);
}

/** Uses up a one-time code; undefined if it was used, has expired, or belongs to another browser. */
export async function consumeProviderSignIn(
  tx: Queryable,
  codeHash: Buffer,
  browserHash: Buffer,
  now: Date,
): Promise<{ userId: string; provider: Provider } | undefined> {
  const [signIn] = await tx
    .update(providerSignIn)
    .set({ usedAt: now })
    .where(
      and(
        eq(providerSignIn.codeHash, codeHash),
        eq(providerSignIn.browserHash, browserHash),
        isNull(providerSignIn.usedAt),
        gt(providerSignIn.expiresAt, now),
      ),
    )
    .returning({ userId: providerSignIn.userId, provider: providerSignIn.provider });
  return signIn;
}

export async function deleteProviderSignInsBefore(db: Queryable, then: Date): Promise<void> {
  await db.delete(providerSignIn).where(lt(providerSignIn.expiresAt, then));
}
