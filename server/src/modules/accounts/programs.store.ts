import type { Tx } from '../../platform/postgres/database.ts';
import { userAccount } from './accounts.tables.ts';

/** Inserts an account that represents a program. Nobody can sign in to it. */
export async function insertProgram(
  tx: Tx,
  { id, name }: { id: string; name: string },
  now: Date,
): Promise<void> {
  await tx.insert(userAccount).values({
    id,
    email: '',
    emailNormalized: `program ${id}`,
    firstName: '',
    lastName: '',
    displayName: name,
    marketingOptIn: false,
    role: 'customer',
    disabledAt: now,
    deletedAt: now,
    createdAt: now,
    updatedAt: now,
  });
}
