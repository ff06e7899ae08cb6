import type { Role } from '@vialproof/contract/accounts';
import { hashPassword } from '../../../platform/password-hash.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { type Person, presentPerson } from '../accounts.presenter.ts';
import { findUserByEmail, insertUser } from '../accounts.store.ts';
import { newPseudonym } from '../rules/display-names.ts';
import { normalizeEmail } from '../rules/email.ts';

type NewPerson = {
  /** The account's id; a new one by default. */
  id?: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The display name; an invented one by default. */
  displayName?: string;
  role?: Role;
  password: string;
};

/** Makes an account with a verified address, for demo people and tests. An existing account stays unchanged. */
export async function createVerifiedAccount(
  { platform }: AccountsContext,
  input: NewPerson,
): Promise<Person> {
  const { orm } = platform.db;
  const now = platform.clock.now();
  const known = await findUserByEmail(orm, normalizeEmail(input.email));
  if (known) return presentPerson(known);
  const user = {
    id: input.id,
    email: input.email.trim(),
    firstName: input.firstName,
    lastName: input.lastName,
    displayName: input.displayName ?? newPseudonym(),
    role: input.role ?? 'customer',
    passwordHash: await hashPassword(platform.passwordCost, input.password),
    emailVerifiedAt: now,
  };
  const made =
    (await insertUser(orm, user, now)) ?? (await findUserByEmail(orm, normalizeEmail(input.email)));
  if (!made) throw new Error('an account vanished while it was made');
  return presentPerson(made);
}
