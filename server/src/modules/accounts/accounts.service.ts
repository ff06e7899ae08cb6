import { randomUUID } from 'node:crypto';
import type { LoginBody, Profile, ProfileBody, Role, SignedIn } from '@vialproof/contract/accounts';
import type { z } from 'zod';
import { recordAudit } from '../../platform/audit.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { type Person, presentPerson, presentProfile } from './accounts.present.ts';
import { DAY_SECONDS, isEmail, normalizeEmail } from './accounts.rules.ts';
import * as store from './accounts.store.ts';
import { createCodes } from './codes.service.ts';
import { deleteCodesBefore } from './codes.store.ts';
import { createGate, type From } from './gate.service.ts';
import { createMailing, type MailJob } from './mailing.service.ts';
import { checkPassword, hashPassword, isOutdated } from './password.ts';
import { newPseudonym } from './pseudonym.ts';
import { createRegistration } from './registration.service.ts';
import { createReset } from './reset.service.ts';
import { createSessions } from './sessions.service.ts';
import { deleteSessionsEndedBefore } from './sessions.store.ts';

export { ACCOUNT_MAIL } from './mailing.service.ts';
export type { From, MailJob, Person };
export type Accounts = ReturnType<typeof createAccounts>;

type NewPerson = {
  /** A fresh id unless told. */
  id?: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  /** A generated pseudonym unless told. */
  displayName?: string;
  role?: Role;
};

/** People: their accounts, sessions, profiles and roles. */
export function createAccounts(platform: Platform) {
  const { db, clock, log } = platform;
  const sessions = createSessions(platform);
  const codes = createCodes(platform);
  const gate = createGate(platform);
  const mailing = createMailing(platform, codes);
  const registration = createRegistration(platform, { codes, gate, mailing, sessions });
  const reset = createReset(platform, { codes, gate, mailing, sessions });

  async function selectUser(id: string) {
    const user = await store.findUser(db.orm, id);
    if (!user) throw new Error(`there is no account ${id}`);
    return user;
  }

  return {
    authenticate: sessions.authenticate,
    register: registration.register,
    resendCode: registration.resend,
    verifyEmail: registration.verifyEmail,
    requestReset: reset.request,
    verifyResetCode: reset.verifyCode,
    setNewPassword: reset.setPassword,
    refresh: sessions.refresh,
    logout: sessions.logout,

    /**
     * Signs in. Refuses invalid_credentials (whatever the reason), rate_limited, and email_unverified only to
     * somebody who knew the password.
     */
    async login(input: z.output<typeof LoginBody>, from: From): Promise<SignedIn | Refusal> {
      const refused = await gate.login(input.email, from);
      if (refused) {
        log.info({ address: from.address }, 'sign-ins from this place are slowed down');
        return refused;
      }
      const email = normalizeEmail(input.email);
      const user = await store.findUserByEmail(db.orm, isEmail(email) ? email : '');
      const right = await checkPassword(input.password, user?.passwordHash);
      if (!user || !right || user.disabledAt) {
        await gate.loginFailed(from);
        log.info({ userId: user?.id, address: from.address }, 'a sign-in failed');
        return refuse('invalid_credentials');
      }
      await gate.loginSucceeded(input.email, from);
      if (!user.emailVerifiedAt) return refuse('email_unverified');
      if (isOutdated(user.passwordHash)) {
        await store.replaceHash(db.orm, user.id, user.passwordHash, await hashPassword(input.password));
      }
      return db.transaction(async (tx) => {
        // A reset or disabling that came in between has ended all sessions; this one must not survive it.
        const held = await store.lockUser(tx, user.id);
        if (
          !held ||
          held.disabledAt ||
          !(await isStill(held.passwordHash, user.passwordHash, input.password))
        ) {
          return refuse('invalid_credentials');
        }
        return sessions.open(tx, held, from.userAgent);
      });
    },

    /** Who an invoice is made out to; throws when there is no such account. */
    async selectBuyer(id: string): Promise<{ name: string; company: string | null }> {
      const { firstName, lastName, company } = await selectUser(id);
      return { name: `${firstName} ${lastName}`.trim(), company };
    },

    async selectProfile(id: string): Promise<Profile> {
      return presentProfile(await selectUser(id));
    },

    async updateProfile(id: string, input: z.output<typeof ProfileBody>): Promise<Profile> {
      const profile = {
        displayName: input.display_name,
        company: input.company,
        phone: input.phone,
        marketingOptIn: input.marketing_opt_in,
      };
      const user = await store.updateProfile(db.orm, id, profile, clock.now());
      if (!user) throw new Error(`there is no account ${id}`);
      return presentProfile(user);
    },

    /** The people of these ids; unknown ids are left out. */
    async findPeople(ids: Iterable<string>): Promise<Map<string, Person>> {
      const wanted = [...new Set(ids)];
      const users = wanted.length > 0 ? await store.findUsers(db.orm, wanted) : [];
      return new Map(users.map((user) => [user.id, presentPerson(user)]));
    },

    async exists(email: string): Promise<boolean> {
      return (await store.findUserByEmail(db.orm, normalizeEmail(email))) !== undefined;
    },

    /** Where to write to somebody. Throws when there is no such account. */
    async selectEmail(id: string): Promise<string> {
      return (await selectUser(id)).email;
    },

    /**
     * Makes an account whose address counts as proven, for demo people and tests. An address that has an account
     * keeps it unchanged, so that a seed may run again.
     */
    async createVerified(input: NewPerson): Promise<Person> {
      const now = clock.now();
      const emailNormalized = normalizeEmail(input.email);
      const known = await store.findUserByEmail(db.orm, emailNormalized);
      if (known) return presentPerson(known);
      await store.insertUser(db.orm, {
        id: input.id ?? randomUUID(),
        email: input.email.trim(),
        emailNormalized,
        firstName: input.firstName,
        lastName: input.lastName,
        displayName: input.displayName ?? newPseudonym(),
        company: null,
        phone: null,
        marketingOptIn: false,
        role: input.role ?? 'customer',
        passwordHash: await hashPassword(input.password),
        emailVerifiedAt: now,
        disabledAt: null,
        createdAt: now,
        updatedAt: now,
      });
      const made = await store.findUserByEmail(db.orm, emailNormalized);
      if (!made) throw new Error('an account vanished while it was made');
      return presentPerson(made);
    },

    /**
     * Gives somebody a role, from the next call on. Refuses not_found, and wrong_state while nobody has proved
     * that the address is theirs: whoever registered it may not be its owner.
     * @param actorId the admin; null from the command line.
     */
    async grantRole(email: string, role: Role, actorId: string | null): Promise<Person | Refusal> {
      return db.transaction(async (tx) => {
        const found = await store.findUserByEmail(tx, normalizeEmail(email));
        const user = found && (await store.lockUser(tx, found.id));
        if (!user) return refuse('not_found', 'No account has this address.');
        if (!user.emailVerifiedAt) {
          return refuse('wrong_state', 'The address of this account has not been verified.');
        }
        const now = clock.now();
        await store.setRole(tx, user.id, role, now);
        await recordAudit(tx, {
          at: now,
          actorId,
          action: 'account.role_changed',
          subject: { kind: 'user', id: user.id },
          detail: { from: user.role, to: role },
        });
        return presentPerson({ ...user, role });
      });
    },

    /** Everybody with a role beyond customer. */
    async listStaff(): Promise<Person[]> {
      return (await store.listStaff(db.orm)).map(presentPerson);
    },

    /** What the background jobs do. */
    work: {
      sendMail: (job: MailJob): Promise<void> => mailing.send(job),
      /** Forgets codes a day after they ended and sessions a month after. */
      async sweep(): Promise<void> {
        const now = clock.now();
        await deleteCodesBefore(db.orm, secondsAfter(now, -DAY_SECONDS));
        await deleteSessionsEndedBefore(db.orm, secondsAfter(now, -30 * DAY_SECONDS));
      },
    },
  };
}

/** Whether the password that was checked is the one that counts now; a hash made anew at sign-in is another text. */
async function isStill(now: string, checked: string, password: string): Promise<boolean> {
  return now === checked || checkPassword(password, now);
}
