import type { Tx } from '../../platform/postgres/database.ts';
import type { AccountsContext } from './accounts.context.ts';

/** The part of a person's data that an upper module holds. The module registers it: accounts import no upper module. */
export type PrivacyPart = {
  /** The key of this part in the exported file. */
  name: string;
  export(userId: string): Promise<unknown>;
  /** Sentences about what must end before a deletion. Called by the deletion, under the lock of the account's row. */
  blocksDeletion?(userId: string): Promise<string[]>;
  /** A sentence about data that stay after the deletion. */
  stays?: string;
  /** Removes the person from the data that stay. */
  erase?(tx: Tx, userId: string): Promise<void>;
};

/** The data that a deletion removes, beside those that the registered parts erase. */
export const GOES = [
  'Your name, e-mail address, company and phone.',
  'Your password, second factor and linked sign-ins; you are signed out everywhere.',
  'Your security log.',
];

/** Registers a module's part of the data export and of the account deletion. */
export function registerPrivacyPart({ privacyParts }: AccountsContext, part: PrivacyPart): void {
  privacyParts.push(part);
}

/** The reasons why an account cannot be deleted now, one sentence each; empty if it can be deleted. */
export async function listDeletionBlockers(
  { privacyParts }: AccountsContext,
  userId: string,
): Promise<string[]> {
  const all = await Promise.all(privacyParts.map((part) => part.blocksDeletion?.(userId) ?? []));
  return all.flat();
}
