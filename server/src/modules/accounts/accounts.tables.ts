import type { SignInProvider } from '@vialproof/contract/account-changes';
import type { Role } from '@vialproof/contract/accounts';
import type { SecurityEventKind } from '@vialproof/contract/security-log';
import { bigint, boolean, customType, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true });

export const userAccount = pgTable('user_account', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  emailNormalized: text('email_normalized').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  displayName: text('display_name').notNull(),
  company: text('company'),
  phone: text('phone'),
  marketingOptIn: boolean('marketing_opt_in').notNull(),
  role: text('role').$type<Role>().notNull(),
  /** Null for a person who signs in only with a provider. */
  passwordHash: text('password_hash'),
  emailVerifiedAt: moment('email_verified_at'),
  disabledAt: moment('disabled_at'),
  /** The row stays for other rows that name it; its personal data are deleted. */
  deletedAt: moment('deleted_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const userSession = pgTable('user_session', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  userAgent: text('user_agent'),
  address: text('address'),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  revokedAt: moment('revoked_at'),
  revokedReason: text('revoked_reason'),
  /** The number of wrong passwords or codes in a row in this session. */
  wrongSecrets: integer('wrong_secrets').notNull().default(0),
  /** When the person last proved who they are, after the sign-in. */
  confirmedAt: moment('confirmed_at'),
  /** When the person last used a passkey in this session. */
  passkeyAt: moment('passkey_at'),
});

export const refreshToken = pgTable('refresh_token', {
  tokenHash: bytea('token_hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  createdAt: moment('created_at').notNull(),
  usedAt: moment('used_at'),
});

export const accountCode = pgTable('account_code', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  purpose: text('purpose').$type<'verify_email' | 'reset_password'>().notNull(),
  codeMac: bytea('code_mac').notNull(),
  /** The hash of the cookie in the browser that asked for the reset code. */
  browserHash: bytea('browser_hash'),
  attempts: integer('attempts').notNull(),
  /** Tries from other browsers than the one that registered. */
  foreignAttempts: integer('foreign_attempts').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  voidedAt: moment('voided_at'),
});

export const passwordResetGrant = pgTable('password_reset_grant', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const secondFactor = pgTable('second_factor', {
  userId: uuid('user_id').primaryKey(),
  secret: bytea('secret').notNull(),
  confirmedAt: moment('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: moment('created_at').notNull(),
});

export const recoveryCode = pgTable('recovery_code', {
  userId: uuid('user_id').notNull(),
  codeMac: bytea('code_mac').notNull(),
  createdAt: moment('created_at').notNull(),
  usedAt: moment('used_at'),
  /** The code, encrypted. Null for codes made before codes were sealed, and after use. */
  sealed: bytea('sealed'),
});

export const signInChallenge = pgTable('sign_in_challenge', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  method: text('method').$type<SignInMethod>().notNull(),
  attempts: integer('attempts').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const passkey = pgTable('passkey', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  /** How many signatures the authenticator has made; 0 if it does not count. */
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
});

export const passkeyChallenge = pgTable('passkey_challenge', {
  challengeHash: bytea('challenge_hash').primaryKey(),
  purpose: text('purpose').$type<'register' | 'authenticate'>().notNull(),
  /** Null if the person is not known before the sign-in. */
  userId: uuid('user_id'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const providerIdentity = pgTable('provider_identity', {
  provider: text('provider').$type<SignInProvider>().notNull(),
  subject: text('subject').notNull(),
  userId: uuid('user_id').notNull(),
  linkedAt: moment('linked_at').notNull(),
});

export const providerSignIn = pgTable('provider_sign_in', {
  codeHash: bytea('code_hash').primaryKey(),
  browserHash: bytea('browser_hash').notNull(),
  userId: uuid('user_id').notNull(),
  provider: text('provider').$type<SignInProvider>().notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const emailChange = pgTable('email_change', {
  userId: uuid('user_id').primaryKey(),
  id: uuid('id').notNull(),
  newEmail: text('new_email').notNull(),
  newEmailNormalized: text('new_email_normalized').notNull(),
  currentCodeMac: bytea('current_code_mac'),
  newCodeMac: bytea('new_code_mac'),
  attempts: integer('attempts').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});

export const knownDevice = pgTable('known_device', {
  userId: uuid('user_id').notNull(),
  deviceHash: bytea('device_hash').notNull(),
  firstSeenAt: moment('first_seen_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
});

export const resetAsk = pgTable('reset_ask', {
  id: uuid('id').notNull(),
  emailNormalized: text('email_normalized').notNull(),
  /** The hash of the mailbox. */
  mailbox: bytea('mailbox').notNull(),
  /** The hash of the network, or the mark of a known browser. */
  asker: bytea('asker').notNull(),
  isKnown: boolean('is_known').notNull(),
  network: bytea('network').notNull(),
  /** The browser in which the mailed code will work. */
  browserHash: bytea('browser_hash').notNull(),
  device: text('device').notNull(),
  askedAt: moment('asked_at').notNull(),
});

export const resetTurn = pgTable('reset_turn', {
  mailbox: bytea('mailbox').notNull(),
  /** Who asked: a known browser, a network, or empty for all unknown browsers together. */
  asker: bytea('asker').notNull(),
  nextAt: moment('next_at').notNull(),
});

export const securityEvent = pgTable('security_event', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull(),
  userId: uuid('user_id'),
  actorId: uuid('actor_id'),
  kind: text('kind').$type<SecurityEventKind>().notNull(),
  userAgent: text('user_agent'),
  address: text('address'),
  note: text('note'),
});

export type SecurityEventRow = typeof securityEvent.$inferSelect;
export type PasskeyRow = typeof passkey.$inferSelect;
export type ChallengePurpose = (typeof passkeyChallenge.$inferSelect)['purpose'];
export type SignInMethod = 'password' | SignInProvider;
export type UserRow = typeof userAccount.$inferSelect;
export type CodePurpose = (typeof accountCode.$inferSelect)['purpose'];
