import { randomUUID } from 'node:crypto';
import type { SecuritySummary } from '@vialproof/contract/account-changes';
import type { Profile, ProfileBody, Role } from '@vialproof/contract/accounts';
import type { z } from 'zod';
import type { Viewer } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { type Person, presentPerson, presentProfile, presentSecurity } from './accounts.presenter.ts';
import { normalizeEmail } from './accounts.rules.ts';
import * as store from './accounts.store.ts';
import { createCodes } from './codes.service.ts';
import { createConfirmation } from './confirmation.service.ts';
import { soundsLikeStaff } from './display-name.rules.ts';
import { createEmailChange } from './email-change.service.ts';
import { findEmailChangeOf } from './email-change.store.ts';
import { createEmailCodes } from './email-codes.service.ts';
import { createGate } from './gate.service.ts';
import { type AccountMailJob, type CodeMailJob, createMailing } from './mailing.service.ts';
import { createPasswords } from './password.ts';
import { createPasswordChange } from './password-change.service.ts';
import { createPersonalData, type PersonalPart } from './personal-data.service.ts';
import { createProviders } from './providers.service.ts';
import { listIdentities } from './providers.store.ts';
import { newPseudonym } from './pseudonym.ts';
import { createRegistration } from './registration.service.ts';
import { createReset } from './reset.service.ts';
import { createRoles } from './roles.service.ts';
import { secondFactorStateOf } from './second-factor.rules.ts';
import { createSecondFactor } from './second-factor.service.ts';
import { countRecoveryCodes, findSecondFactor } from './second-factor.store.ts';
import { createSecurityLog } from './security-log.service.ts';
import { createSessions } from './sessions.service.ts';
import { createSignIn } from './sign-in.service.ts';
import { createSweep } from './sweep.service.ts';

export { FAREWELL_SECONDS } from './accounts.rules.ts';
export { ACCOUNT_MAIL, CODE_MAIL } from './mailing.service.ts';
export type { AccountMailJob, CodeMailJob, Person, PersonalPart };
export type Accounts = ReturnType<typeof createAccounts>;

type NewPerson = {
  /** A fresh id unless told. */
  id?: string;
  email: string;
  firstName: string;
  lastName: string;
  /** A generated pseudonym unless told. */
  displayName?: string;
  role?: Role;
  password: string;
};

const NAME_OF_STAFF = 'Please choose another name. This one could be taken for the laboratory’s own people.';

/** People: their accounts, sessions, profiles and roles. */
export function createAccounts(platform: Platform) {
  const { db, clock, config } = platform;
  const securityLog = createSecurityLog(platform);
  const gate = createGate(platform);
  const passwords = createPasswords(platform);
  const codes = createCodes(platform);
  const emailCodes = createEmailCodes(platform);
  const mailing = createMailing(platform, { codes, emailCodes });
  const sessions = createSessions(platform, { securityLog, mailing });
  const confirmation = createConfirmation(platform, { gate, passwords, sessions });
  const shared = { codes, emailCodes, gate, mailing, passwords, sessions, securityLog, confirmation };
  const secondFactor = createSecondFactor(platform, shared);
  const signIn = createSignIn(platform, { ...shared, secondFactor });
  const registration = createRegistration(platform, shared);
  const reset = createReset(platform, shared);
  const roles = createRoles(platform, { ...shared, secondFactor });
  const sweep = createSweep(platform);

  platform.mail.askForConsent(async (address) => {
    const user = await store.findUserByEmail(db.orm, normalizeEmail(address));
    return user?.marketingOptIn === true && user.emailVerifiedAt !== null && !user.disabledAt;
  });

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
    login: signIn.login,
    answerChallenge: signIn.answerChallenge,
    refresh: sessions.refresh,
    logout: sessions.logout,
    requestReset: reset.request,
    verifyResetCode: reset.verifyCode,
    setNewPassword: reset.setPassword,
    changePassword: createPasswordChange(platform, shared).change,
    grantRole: roles.grant,
    sessions,
    secondFactor,
    securityLog,
    roles,
    emailChange: createEmailChange(platform, shared),
    personalData: createPersonalData(platform, { ...shared, roles }),
    providers: createProviders(platform, { ...shared, signIn }),

    /** How somebody's account is protected, as of now. */
    async describeSecurity(viewer: Viewer): Promise<SecuritySummary> {
      const [user, factor, codesLeft, identities, change] = await Promise.all([
        selectUser(viewer.id),
        findSecondFactor(db.orm, viewer.id),
        countRecoveryCodes(db.orm, viewer.id),
        listIdentities(db.orm, viewer.id),
        findEmailChangeOf(db.orm, viewer.id, clock.now()),
      ]);
      const isOn = Boolean(factor?.confirmedAt);
      const state = secondFactorStateOf(user.role, isOn, config.staffSecondFactor);
      return presentSecurity(user, { state, codesLeft, identities, change });
    },

    /** Who an invoice is made out to; throws when there is no such account. */
    async selectBuyer(id: string): Promise<{ name: string; company: string | null }> {
      const { firstName, lastName, company } = await selectUser(id);
      return { name: `${firstName} ${lastName}`.trim(), company };
    },

    async selectProfile(id: string): Promise<Profile> {
      return presentProfile(await selectUser(id));
    },

    /** Refuses invalid_fields for a new display name that sounds like the laboratory's own people; one that is there stays. */
    async updateProfile(id: string, input: z.output<typeof ProfileBody>): Promise<Profile | Refusal> {
      const before = await selectUser(id);
      const isNewName = input.display_name !== before.displayName;
      if (isNewName && soundsLikeStaff(input.display_name, config.brandName)) {
        return refuse('invalid_fields', NAME_OF_STAFF, {
          errors: [{ path: 'display_name', message: NAME_OF_STAFF }],
        });
      }
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
    async findPeople(ids: Iterable<string>, from: Queryable = db.orm): Promise<Map<string, Person>> {
      const wanted = [...new Set(ids)];
      const users = wanted.length > 0 ? await store.findUsers(from, wanted) : [];
      return new Map(users.map((user) => [user.id, presentPerson(user)]));
    },

    async exists(email: string): Promise<boolean> {
      return (await store.findUserByEmail(db.orm, normalizeEmail(email))) !== undefined;
    },

    /** Where to write to somebody; empty for somebody who has left. Throws when there is no such account. */
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
        passwordHash: await passwords.hash(input.password),
        emailVerifiedAt: now,
        disabledAt: null,
        deletedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      const made = await store.findUserByEmail(db.orm, emailNormalized);
      if (!made) throw new Error('an account vanished while it was made');
      return presentPerson(made);
    },

    /** What the background jobs do. */
    work: {
      sendMail: (job: AccountMailJob | CodeMailJob): Promise<void> => mailing.send(job),
      sweep,
    },
  };
}
