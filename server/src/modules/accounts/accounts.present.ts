import type { Profile, Role, User } from '@vialproof/contract/accounts';
import type { UserRow } from './accounts.tables.ts';

/** What other modules may know of somebody. The e-mail address is for mails and staff, never for public answers. */
export type Person = { id: string; display_name: string; role: Role; email: string };

/** For the person themselves, at sign-in. */
export function presentUser(user: UserRow): User {
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    display_name: user.displayName,
    role: user.role,
    second_factor: 'off',
  };
}

/** For the person themselves, on the profile page. */
export function presentProfile(user: UserRow): Profile {
  return {
    email: user.email,
    display_name: user.displayName,
    company: user.company,
    phone: user.phone,
    marketing_opt_in: user.marketingOptIn,
  };
}

export function presentPerson(user: UserRow): Person {
  return { id: user.id, display_name: user.displayName, role: user.role, email: user.email };
}
