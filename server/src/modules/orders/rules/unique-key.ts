/** Letters and digits for keys. I, L, O and U are left out, because they are easy to confuse (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const KEY_LENGTH = 12;

/** A unique key of 60 random bits. */
export function keyFrom(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, KEY_LENGTH), (byte) => ALPHABET[byte & 31]).join('');
}

/** A key as people read it: XXXX-XXXX-XXXX. */
export function showKey(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1-');
}

/** A typed key in one form: upper case, no dashes, digits for letters that look like them. */
export function readKey(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}
