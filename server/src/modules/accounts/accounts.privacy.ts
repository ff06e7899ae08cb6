import type { Tx } from '../../platform/postgres/database.ts';
import type { AccountsContext } from './accounts.context.ts';

/** An upper module's part of a person's data; it registers itself, since accounts import no upper module. */
export type PrivacyPart = {
  /** The key in the exported file. */
  name: string;
  export(userId: string): Promise<unknown>;
  /** Sentences about what has to end first; called under the lock of the account's row at its deletion. */
  blocksDeletion?(userId: string): Promise<string[]>;
  /** A sentence about data that stay. */
  stays?: string;
  /** Removes the person from data that stay. */
  erase?(tx: Tx, userId: string): Promise<void>;
};

/** Data deleted with an account, beside those that its parts erase. */
export const GOES = [
  'Your name, e-mail address, company and phone.',
  'Your password, second factor and linked sign-ins; you are signed out everywhere.',
  'Your security log.',
];

/** Registers a part of export and deletion. */
export function registerPrivacyPart({ privacyParts }: AccountsContext, part: PrivacyPart): void {
  privacyParts.push(part);
}

/** Why an account cannot be deleted now, one sentence each; empty if it can. */
export async function listDeletionBlockers(
  { privacyParts }: AccountsContext,
  userId: string,
): Promise<string[]> {
  const all = await Promise.all(privacyParts.map((part) => part.blocksDeletion?.(userId) ?? []));
  return all.flat();
}
