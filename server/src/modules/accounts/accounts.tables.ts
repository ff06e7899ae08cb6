import type { Role } from '@vialproof/contract/accounts';
import { boolean, customType, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
  passwordHash: text('password_hash').notNull(),
  emailVerifiedAt: moment('email_verified_at'),
  disabledAt: moment('disabled_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const userSession = pgTable('user_session', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  revokedAt: moment('revoked_at'),
  revokedReason: text('revoked_reason'),
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
  attempts: integer('attempts').notNull(),
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

export type UserRow = typeof userAccount.$inferSelect;
export type CodePurpose = (typeof accountCode.$inferSelect)['purpose'];
