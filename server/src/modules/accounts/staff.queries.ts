import type { StaffMember } from '@vialproof/contract/staff';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { AccountsContext } from './accounts.context.ts';
import { type Person, presentPerson, presentStaffMember } from './accounts.presenter.ts';
import * as store from './accounts.store.ts';
import { isEmail, normalizeEmail } from './rules/email.ts';

/** All members of staff, for the command line. */
export async function listPeople({ platform }: AccountsContext): Promise<Person[]> {
  return (await store.listStaff(platform.db.orm)).map(presentPerson);
}

/** All members of staff, for admins. */
export async function listStaff({ platform }: AccountsContext): Promise<StaffMember[]> {
  const { orm } = platform.db;
  const ids = (await store.listStaff(orm)).map(({ id }) => id);
  return (await store.listStaffMembers(orm, ids)).map(presentStaffMember);
}

/** The account with this address, for admins. `not_found` if it does not exist. */
export async function findStaffMember(ctx: AccountsContext, email: string): Promise<StaffMember | Refusal> {
  const address = normalizeEmail(email);
  const user = isEmail(address) ? await store.findUserByEmail(ctx.platform.db.orm, address) : undefined;
  return user ? selectStaffMember(ctx, user.id) : refuse('not_found', 'No account has this address.');
}

/** An account for admins. Throws if it is missing. */
export async function selectStaffMember({ platform }: AccountsContext, id: string): Promise<StaffMember> {
  const [row] = await store.listStaffMembers(platform.db.orm, [id]);
  if (!row) throw new Error(`there is no account ${id}`);
  return presentStaffMember(row);
}
