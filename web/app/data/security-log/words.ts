import type { SecurityEventKind } from '@vialproof/contract/security-log';

/** Texts of the security events, for the user and for admins. */
export const eventWords: Record<SecurityEventKind, string> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  second_factor_failed: 'Second code refused',
  signed_out: 'Signed out',
  session_revoked: 'Device signed out',
  session_replayed: 'Device signed out: another device may have copied its sign-in',
  session_ended: 'Session ended: too many wrong passwords or codes',
  registered: 'Account created',
  email_verified: 'Email verified',
  password_changed: 'Password changed',
  password_reset: 'Password reset by mail',
  email_change_requested: 'Email change requested',
  email_changed: 'Email changed',
  second_factor_on: 'Two-step sign-in switched on',
  second_factor_off: 'Two-step sign-in switched off',
  recovery_code_used: 'Recovery code used',
  recovery_codes_renewed: 'Recovery codes renewed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  passkey_copied: 'Passkey refused: it may have been copied',
  provider_linked: 'Sign-in service linked',
  provider_unlinked: 'Sign-in service unlinked',
  role_changed: 'Role changed',
  data_exported: 'Personal data downloaded',
  account_deleted: 'Account deleted',
};

const alarming: SecurityEventKind[] = [
  'sign_in_failed',
  'second_factor_failed',
  'session_replayed',
  'session_ended',
  'passkey_copied',
];

/** Whether another person than the user may have caused the event. */
export function isAlarming(kind: SecurityEventKind): boolean {
  return alarming.includes(kind);
}
