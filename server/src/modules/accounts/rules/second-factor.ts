import { randomInt } from 'node:crypto';
import type { PasskeyState, Role, SecondFactorState } from '@vialproof/contract/accounts';
import type { SecondStep } from '@vialproof/contract/second-factor';
import { Secret, TOTP } from 'otpauth';

/** How many seconds a person has for the code of the second factor after the right password. */
export const CHALLENGE_SECONDS = 600;
/** The settings that every authenticator app supports (RFC 6238). */
const TOTP_SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 };
/** The clock of a phone may be one time step fast or slow. */
const WINDOW = 1;
export const SECRET_BYTES = 20;
export const RECOVERY_CODES = 10;
/** Letters and digits that do not look alike (Crockford). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_LETTERS = 10;

const isStaff = (role: Role): boolean => role !== 'customer';

/** With what a person can prove more than a password. */
export type Factors = { hasAuthenticator: boolean; hasPasskey: boolean };
/** What this installation demands of staff and of admins. */
export type Demands = { staffSecondFactor: boolean; adminPasskey: boolean };

/**
 * Whether an account has an authenticator app, has none, or must set up a second factor. Staff who must set one up have
 * only the rights of customers. A passkey is a second factor too.
 */
export function secondFactorStateOf(
  role: Role,
  { hasAuthenticator, hasPasskey }: Factors,
  isDemanded: boolean,
): SecondFactorState {
  if (hasAuthenticator) return 'on';
  return isDemanded && isStaff(role) && !hasPasskey ? 'required' : 'off';
}

/**
 * Whether an account has a passkey, and whether the session needs it for the rights of staff. A passkey counts only in
 * the sessions that it was used in, because other sessions may know no more than the password.
 */
export function passkeyStateOf(
  role: Role,
  { hasAuthenticator, hasPasskey, isPasskeyUsed }: Factors & { isPasskeyUsed: boolean },
  demands: Demands,
): PasskeyState {
  if (hasPasskey) return !isPasskeyUsed && needsPasskey(role, hasAuthenticator, demands) ? 'unused' : 'on';
  return role === 'admin' && demands.adminPasskey ? 'required' : 'off';
}

/** Whether a person with a passkey has the rights of staff only with it, so that the last one cannot be removed. */
export function needsPasskey(role: Role, hasAuthenticator: boolean, demands: Demands): boolean {
  if (role === 'admin' && demands.adminPasskey) return true;
  return demands.staffSecondFactor && isStaff(role) && !hasAuthenticator;
}

/** With what a sign-in goes on after the password; empty if the password is enough. */
export function secondStepsOf(
  role: Role,
  { hasAuthenticator, hasPasskey }: Factors,
  demands: Demands,
): SecondStep[] {
  if (!hasAuthenticator && !(hasPasskey && needsPasskey(role, hasAuthenticator, demands))) return [];
  return [...(hasAuthenticator ? ['code' as const] : []), ...(hasPasskey ? ['passkey' as const] : [])];
}

/** The address for the QR code, and the secret for typing. */
export function describeSecret(secret: Buffer, issuer: string, label: string) {
  const totp = new TOTP({ ...TOTP_SHAPE, issuer, label, secret: secretOf(secret) });
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** The time step of a code of the second factor. Undefined for a wrong code. */
export function stepOf(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...TOTP_SHAPE,
    secret: secretOf(secret),
    token: code,
    timestamp,
    window: WINDOW,
  });
  return delta === null ? undefined : TOTP.counter({ period: TOTP_SHAPE.period, timestamp }) + delta;
}

/** New recovery codes in the form 'xxxxx-xxxxx', each with 50 random bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join(
      '',
    );
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** A recovery code for comparison: without dashes, in lower case, with look-alike letters replaced. */
export function foldRecoveryCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0');
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
