import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH } from '@vialproof/contract/mailed-codes';

/** The seconds for setting a new password after the right code. */
export const RESET_GRANT_SECONDS = 600;

/** A hash with the secret key. Its first word is the purpose, so that a hash for one purpose is useless for another. */
export function macOf(secret: string, ...words: string[]): Buffer {
  return createHmac('sha256', secret).update(words.join('\n')).digest();
}

/** The hash with each listed secret, because the value may have been stored before a rotation. */
export function macsOf(secrets: string[], ...words: string[]): Buffer[] {
  return secrets.map((secret) => macOf(secret, ...words));
}

/** Random digits for a mailed code. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
}

/** Compares two hashes; the time does not show whether they are equal. */
export function isSameMac(given: Buffer, stored: Buffer | null | undefined): boolean {
  return timingSafeEqual(given, stored ?? Buffer.alloc(given.length));
}
