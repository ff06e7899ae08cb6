import type { Tx } from '../../platform/postgres/database.ts';
import type { AccountsContext } from './accounts.context.ts';

/** What a module above knows of a person: it registers its part, since accounts know no module above them. */
export type PrivacyPart = {
  /** The key in the exported file. */
  name: string;
  export(userId: string): Promise<unknown>;
  /** Sentences that say what has to end first; asked under the lock of the account's row when the account is deleted. */
  blocksDeletion?(userId: string): Promise<string[]>;
  /** What stays, as a sentence. */
  stays?: string;
  /** Takes the person out of what stays. */
  erase?(tx: Tx, userId: string): Promise<void>;
};

/** What goes with an account, besides what its parts erase. */
export const GOES = [
  'Your name, e-mail address, company and phone.',
  'Your password, second factor and linked sign-ins; you are signed out everywhere.',
  'Your security log.',
];

/** From now on the part is exported and erased with the account. */
export function registerPrivacyPart({ privacyParts }: AccountsContext, part: PrivacyPart): void {
  privacyParts.push(part);
}

/** Why an account cannot be deleted now: a sentence each, none when it can. */
export async function listDeletionBlockers(
  { privacyParts }: AccountsContext,
  userId: string,
): Promise<string[]> {
  const all = await Promise.all(privacyParts.map((part) => part.blocksDeletion?.(userId) ?? []));
  return all.flat();
}
