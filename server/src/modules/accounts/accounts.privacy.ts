import type { Tx } from '../../platform/postgres/database.ts';
import type { AccountsContext } from './accounts.context.ts';

/**
 * The personal data in another module. That module registers these functions, because accounts import no other module.
 */
export type PrivacyPart = {
  /** The name of this part in the exported file. */
  name: string;
  export(userId: string): Promise<unknown>;
  /** Says in sentences what must end before the account can be deleted. The account is locked meanwhile. */
  blocksDeletion?(userId: string): Promise<string[]>;
  /** Says in a sentence which data stay after the deletion. */
  stays?: string;
  /** Removes the person from data that must stay. */
  erase?(tx: Tx, userId: string): Promise<void>;
};

/** The data that a deletion removes. */
export const GOES = [
  'Your name, e-mail address, company and phone.',
  'Your password, second factor, passkeys and linked sign-ins; you are signed out everywhere.',
  'Your security log.',
];

/** Adds a module's part of the export and the deletion. */
export function registerPrivacyPart({ privacyParts }: AccountsContext, part: PrivacyPart): void {
  privacyParts.push(part);
}

/** Why an account cannot be deleted now, in sentences; empty if it can. */
export async function listDeletionBlockers(
  { privacyParts }: AccountsContext,
  userId: string,
): Promise<string[]> {
  const all = await Promise.all(privacyParts.map((part) => part.blocksDeletion?.(userId) ?? []));
  return all.flat();
}
