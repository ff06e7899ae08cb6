/** Crockford's base 32: no I, L, O, U, so that a key read aloud or from a label is unambiguous. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const KEY_LENGTH = 12;

/** A unique key from random bytes (one byte a character, 5 bits of each used: 60 bits in all). */
export function keyFrom(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, KEY_LENGTH), (byte) => ALPHABET[byte & 31]).join('');
}

/** The display form: XXXX-XXXX-XXXX. */
export function showKey(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1-');
}

/** Normalizes a typed key: upper case, no dashes, look-alike letters become digits. */
export function readKey(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}
