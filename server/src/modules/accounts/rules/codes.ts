import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH } from '@vialproof/contract/mailed-codes';

/** How long a person with the right reset code may choose the new password. */
export const RESET_GRANT_SECONDS = 600;

/** HMAC-SHA256 of the words, one per line. The first words name the purpose, so that purposes stay separate. */
export function macOf(secret: string, ...words: string[]): Buffer {
  return createHmac('sha256', secret).update(words.join('\n')).digest();
}

/** Random digits for a mailed code. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
}

/** Compares two hashes in constant time; without a stored hash it takes the same time. */
export function isSameMac(given: Buffer, stored: Buffer | null | undefined): boolean {
  return timingSafeEqual(given, stored ?? Buffer.alloc(given.length));
}
