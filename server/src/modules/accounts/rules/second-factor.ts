import { randomInt } from 'node:crypto';
import type { Role, SecondFactorState } from '@vialproof/contract/accounts';
import { Secret, TOTP } from 'otpauth';

/** Between the right password and the code of the second factor. */
export const CHALLENGE_SECONDS = 600;
/** RFC 6238 as every authenticator application has it. */
const TOTP_SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 };
/** One step before and after: clocks of telephones are off by so much. */
const WINDOW = 1;
export const SECRET_BYTES = 20;
export const RECOVERY_CODES = 10;
/** Crockford's letters without those that are taken for each other. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const RECOVERY_LETTERS = 10;

/** Staff need one where `isDemanded`; until they have it they are treated as customers. */
export function secondFactorStateOf(role: Role, isOn: boolean, isDemanded: boolean): SecondFactorState {
  if (isOn) return 'on';
  return isDemanded && role !== 'customer' ? 'required' : 'off';
}

/** The address that an authenticator scans, and the secret in base 32 for typing. */
export function describeSecret(secret: Buffer, issuer: string, label: string) {
  const totp = new TOTP({ ...TOTP_SHAPE, issuer, label, secret: secretOf(secret) });
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** The time step that a code of six digits belongs to; undefined when it belongs to none around `now`. */
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

/** Fresh recovery codes as shown, 'xxxxx-xxxxx': 50 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join(
      '',
    );
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** A recovery code as it is compared: without dashes, lower case, letters that were misread put right. */
export function foldRecoveryCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0');
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}
