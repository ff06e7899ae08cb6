import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH } from '@vialproof/contract/mailed-codes';

/** How long a right reset code allows to choose the new password. */
export const RESET_GRANT_SECONDS = 600;

/** HMAC-SHA256 of the words, one per line. The first ones name the purpose, to separate purposes. */
export function macOf(secret: string, ...words: string[]): Buffer {
  return createHmac('sha256', secret).update(words.join('\n')).digest();
}

/** Random digits to mail. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
}

/** Compares in constant time; without a stored value it does the same work. */
export function isSameMac(given: Buffer, stored: Buffer | null | undefined): boolean {
  return timingSafeEqual(given, stored ?? Buffer.alloc(given.length));
}
