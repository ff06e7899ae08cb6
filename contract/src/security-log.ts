import { z } from 'zod';
import { Id, Instant, PageQuery, Pagination, SearchText } from './primitives.ts';
import { Device } from './sessions.ts';

/** Kinds of events in the security log. */
export const SecurityEventKind = z.enum([
  'signed_in',
  'sign_in_failed',
  'second_factor_failed',
  'signed_out',
  'session_revoked',
  'session_replayed',
  'session_ended',
  'registered',
  'email_verified',
  'password_changed',
  'password_reset',
  'email_change_requested',
  'email_changed',
  'second_factor_on',
  'second_factor_off',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'provider_linked',
  'provider_unlinked',
  'role_changed',
  'data_exported',
  'account_deleted',
]);
export type SecurityEventKind = z.infer<typeof SecurityEventKind>;

/** `note`: a text beside the kind, such as 'with Google' or 'customer → analyst'. */
export const SecurityEvent = Device.extend({
  id: z.string(),
  at: Instant,
  kind: SecurityEventKind,
  address: z.string().nullable(),
  note: z.string().nullable(),
}).meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof SecurityEvent>;

/**
 * A security event as admins see it, with the owner of the account; null if the account never existed or was deleted.
 */
export const StaffSecurityEvent = SecurityEvent.extend({
  person: z.object({ id: Id, email: z.string(), display_name: z.string() }).nullable(),
  /** The person who did it, if it was not the owner of the account. */
  actor: z.object({ id: Id, display_name: z.string() }).nullable(),
}).meta({ id: 'StaffSecurityEvent' });
export type StaffSecurityEvent = z.infer<typeof StaffSecurityEvent>;

export const SecurityLogQuery = z.object({ page: PageQuery.page });
/** `q` matches e-mail, display name, kind, and the beginning of a network address. */
export const StaffSecurityLogQuery = SecurityLogQuery.extend({ q: SearchText.optional() });

/** One page of 25, newest first. At most the newest 10,000 are listed and counted. */
export const SecurityLog = z.object({ data: z.array(SecurityEvent), pagination: Pagination });
export type SecurityLog = z.infer<typeof SecurityLog>;
export const StaffSecurityLog = z.object({ data: z.array(StaffSecurityEvent), pagination: Pagination });
export type StaffSecurityLog = z.infer<typeof StaffSecurityLog>;
