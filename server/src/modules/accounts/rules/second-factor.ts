import { randomInt } from 'node:crypto';
import type { Role, SecondFactorState } from '@vialproof/contract/accounts';
import { Secret, TOTP } from 'otpauth';

/** The time from the right password to the code of the second factor. */
export const CHALLENGE_SECONDS = 600;
/** The RFC 6238 settings that every authenticator supports. */
const TOTP_SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 };
/** Accept ±1 time step for clock drift of phones. */
const WINDOW = 1;
export const SECRET_BYTES = 20;
export const RECOVERY_CODES = 10;
/** Crockford's alphabet, which has no look-alike letters. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_LETTERS = 10;

/** Staff need a second factor if `isDemanded`; until it is on, they have the rights of customers. */
export function secondFactorStateOf(role: Role, isOn: boolean, isDemanded: boolean): SecondFactorState {
  if (isOn) return 'on';
  return isDemanded && role !== 'customer' ? 'required' : 'off';
}

/** The address that an authenticator scans, and its secret in base 32 for typing. */
export function describeSecret(secret: Buffer, issuer: string, label: string) {
  const totp = new TOTP({ ...TOTP_SHAPE, issuer, label, secret: secretOf(secret) });
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** The time step of a six-digit code; undefined if the code matches no time step around `now`. */
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

/** New recovery codes as people read them, 'xxxxx-xxxxx', each with 50 random bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join(
      '',
    );
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** The form in which recovery codes are compared: without dashes, in lower case, look-alike letters corrected. */
export function foldRecoveryCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0');
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
