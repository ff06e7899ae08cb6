import type { Role } from '@vialproof/contract/accounts';
import type { StaffMember } from '@vialproof/contract/staff';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { type Person, presentPerson, presentStaffMember } from './accounts.presenter.ts';
import { isEmail, isUuid, normalizeEmail } from './accounts.rules.ts';
import * as store from './accounts.store.ts';
import type { UserRow } from './accounts.tables.ts';
import type { From } from './gate.service.ts';
import type { SecondFactor } from './second-factor.service.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import type { Sessions } from './sessions.service.ts';

type Parts = { sessions: Sessions; securityLog: SecurityLogBook; secondFactor: SecondFactor };

/** Who may do what: roles, given and taken by admins and by the command line. */
export function createRoles(platform: Platform, { sessions, securityLog, secondFactor }: Parts) {
  const { db, clock } = platform;

  /** Writes the role and who gave it. Refuses wrong_state while nobody has proved that the address is theirs. */
  async function setRole(
    tx: Tx,
    user: UserRow,
    role: Role,
    actorId: string | null,
    from?: From,
  ): Promise<UserRow | Refusal> {
    if (!user.emailVerifiedAt && role !== 'customer') {
      return refuse('wrong_state', 'The address of this account has not been verified.');
    }
    const now = clock.now();
    await store.setRole(tx, user.id, role, now);
    const note = `${user.role} → ${role}`;
    await securityLog.record({ kind: 'role_changed', userId: user.id, actorId, from, note }, tx);
    await recordAudit(tx, {
      at: now,
      actorId,
      action: 'account.role_changed',
      subject: { kind: 'user', id: user.id },
      detail: { from: user.role, to: role },
    });
    return { ...user, role };
  }

  async function lockById(tx: Tx, id: string): Promise<UserRow | undefined> {
    const user = isUuid(id) ? await store.lockUser(tx, id) : undefined;
    return user?.deletedAt ? undefined : user;
  }

  async function describe(ids: string[]): Promise<StaffMember[]> {
    return (await store.listStaffMembers(db.orm, ids)).map(presentStaffMember);
  }

  async function describeOne(id: string): Promise<StaffMember> {
    const [member] = await describe([id]);
    if (!member) throw new Error(`there is no account ${id}`);
    return member;
  }

  return {
    /** Whether taking `user` out would leave no admin; the admins are held until the transaction ends. */
    isLastAdmin: (tx: Tx, user: UserRow): Promise<boolean> => isLastAdmin(tx, user),

    /**
     * From the command line: gives somebody a role, from the next call on. Refuses not_found, and wrong_state while
     * the address is unproven. Whoever owns the machine may take the last admin away.
     */
    async grant(email: string, role: Role, actorId: string | null): Promise<Person | Refusal> {
      const outcome = await db.transaction(async (tx) => {
        const found = await store.findUserByEmail(tx, normalizeEmail(email));
        const user = found && (await store.lockUser(tx, found.id));
        if (!user) return refuse('not_found', 'No account has this address.');
        return setRole(tx, user, role, actorId);
      });
      return isRefusal(outcome) ? outcome : presentPerson(outcome);
    },

    /** From the command line: for whoever lost the device and the recovery codes. Refuses not_found, wrong_state. */
    async removeSecondFactor(email: string): Promise<Person | Refusal> {
      const outcome = await db.transaction(async (tx) => {
        const found = await store.findUserByEmail(tx, normalizeEmail(email));
        const user = found && (await store.lockUser(tx, found.id));
        if (!user) return refuse('not_found', 'No account has this address.');
        if (!(await secondFactor.remove(tx, user, null))) {
          return refuse('wrong_state', 'This account has no second factor.');
        }
        await sessions.revokeAll(tx, user.id, 'second factor removed');
        return user;
      });
      return isRefusal(outcome) ? outcome : presentPerson(outcome);
    },

    /** Everybody with a role, for the command line. */
    async listPeople(): Promise<Person[]> {
      return (await store.listStaff(db.orm)).map(presentPerson);
    },

    /** Everybody with a role, for admins. Refuses not_found, forbidden. */
    async list(viewer: Viewer): Promise<StaffMember[] | Refusal> {
      const refused = adminOnly(viewer);
      if (refused) return refused;
      return describe((await store.listStaff(db.orm)).map(({ id }) => id));
    },

    /** The account of an address, for admins. Refuses not_found, forbidden. */
    async find(viewer: Viewer, email: string): Promise<StaffMember | Refusal> {
      const refused = adminOnly(viewer);
      if (refused) return refused;
      const address = normalizeEmail(email);
      const user = isEmail(address) ? await store.findUserByEmail(db.orm, address) : undefined;
      return user ? describeOne(user.id) : refuse('not_found', 'No account has this address.');
    },

    /** Gives or takes a role, from the next call on. Refuses not_found, forbidden, last_admin, wrong_state. */
    async put(viewer: Viewer, id: string, role: Role, from: From): Promise<StaffMember | Refusal> {
      const refused = adminOnly(viewer);
      if (refused) return refused;
      const outcome = await db.transaction(async (tx) => {
        const last = role === 'admin' ? false : await isLastAdmin(tx, { id, role: 'admin' });
        const user = await lockById(tx, id);
        if (!user) return refuse('not_found');
        if (last && user.role === 'admin') return refuse('last_admin');
        return user.role === role ? user : setRole(tx, user, role, viewer.id, from);
      });
      return isRefusal(outcome) ? outcome : describeOne(outcome.id);
    },

    /** Takes a lost second factor away from somebody else. Refuses not_found, forbidden, wrong_state. */
    async resetSecondFactor(viewer: Viewer, id: string, from: From): Promise<StaffMember | Refusal> {
      const refused = adminOnly(viewer);
      if (refused) return refused;
      // One's own is switched off with a code: a session that was left open must not be enough.
      if (id === viewer.id) return refuse('wrong_state', 'Ask another admin to reset yours.');
      const outcome = await db.transaction(async (tx) => {
        const user = await lockById(tx, id);
        if (!user) return refuse('not_found');
        if (!(await secondFactor.remove(tx, user, viewer.id, from))) {
          return refuse('wrong_state', 'This account has no second factor.');
        }
        await sessions.revokeAll(tx, user.id, 'second factor removed');
        return user;
      });
      return isRefusal(outcome) ? outcome : describeOne(outcome.id);
    },
  };
}

/** Whether nobody else is admin; the admins' rows are held, so that two cannot leave at once. */
async function isLastAdmin(tx: Tx, user: Pick<UserRow, 'id' | 'role'>): Promise<boolean> {
  if (user.role !== 'admin') return false;
  const admins = await store.lockAdmins(tx);
  return admins.every((admin) => admin.id === user.id);
}
