import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { Profile, Role, SecondFactorState, User } from '@vialproof/contract/accounts';
import type { Passkey } from '@vialproof/contract/passkeys';
import type { SecurityEvent } from '@vialproof/contract/security-log';
import type { SessionEntry } from '@vialproof/contract/sessions';
import type { StaffMember } from '@vialproof/contract/staff';
import { isoOf } from '@vialproof/science/calendar/dates';
import type {
  emailChange,
  PasskeyRow,
  providerIdentity,
  SecurityEventRow,
  UserRow,
  userSession,
} from './accounts.tables.ts';
import { describeDevice } from './rules/devices.ts';

/** What other modules may know about a person. The e-mail address is never public. */
export type Person = { id: string; display_name: string; role: Role; email: string };

/** The user data in the answer to a sign-in. */
export function presentUser(user: UserRow, states: Pick<User, 'second_factor' | 'passkey'>): User {
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    display_name: user.displayName,
    role: user.role,
    ...states,
  };
}

/** The profile as its owner sees it. */
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

/** A member of staff as admins see one. */
export function presentStaffMember(row: {
  user: UserRow;
  secondFactorAt: Date | null;
  hasPasskey: boolean;
  lastUsedAt: Date | null;
}): StaffMember {
  const { user } = row;
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    display_name: user.displayName,
    role: user.role,
    has_second_factor: row.secondFactorAt !== null || row.hasPasskey,
    last_used_at: isoOf(row.lastUsedAt),
  };
}

/** The account's data in a person's export. */
export function presentAccountData(user: UserRow) {
  return {
    ...presentProfile(user),
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    role: user.role,
    email_verified_at: isoOf(user.emailVerifiedAt),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
}

type IdentityRow = typeof providerIdentity.$inferSelect;

/** A linked sign-in provider. */
export function presentIdentity({ provider, linkedAt }: IdentityRow) {
  return { provider, linked_at: linkedAt.toISOString() };
}

/** The security page of the signed-in person. */
export function presentSecurity(
  user: UserRow,
  facts: {
    state: SecondFactorState;
    codesLeft: number;
    passkeyCount: number;
    identities: IdentityRow[];
    change: typeof emailChange.$inferSelect | undefined;
  },
): SecuritySummary {
  const { state, codesLeft, passkeyCount, identities, change } = facts;
  return {
    email: user.email,
    has_password: user.passwordHash !== null,
    second_factor: state,
    recovery_codes_left: codesLeft,
    passkeys: passkeyCount,
    sign_in_providers: identities.map(presentIdentity),
    email_change: change ? { email: change.newEmail, expires_at: change.expiresAt.toISOString() } : null,
  };
}

/** A passkey, as its owner sees it. */
export function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, created_at: createdAt.toISOString(), last_used_at: isoOf(lastUsedAt) };
}

/** One session, as its owner sees it. */
export function presentSession(row: typeof userSession.$inferSelect, currentId: string): SessionEntry {
  return {
    id: row.id,
    ...describeDevice(row.userAgent),
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    address: row.address,
    current: row.id === currentId,
  };
}

export function presentEvent(row: SecurityEventRow): SecurityEvent {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    ...describeDevice(row.userAgent),
    address: row.address,
    note: row.note,
  };
}
