// Checks for the sign-in pages. This file does not import zod, so that pages stay small.

import { CODE_LENGTH } from './mailed-codes.ts';

export const EMAIL_MESSAGE = 'Enter a valid email address.';
export const PASSWORD_MESSAGE =
  'Password must be 8+ characters with uppercase, lowercase, numbers, and special characters.';
const MOST_PASSWORD = 128;
const PASSWORD_TOO_LONG = `A password has at most ${MOST_PASSWORD} characters.`;
export const COMMON_PASSWORD_MESSAGE =
  'This password is too common: whoever guesses tries it first. Please choose another one.';
export const PHONE_MESSAGE = 'Enter a phone number, such as +1 555 0100, or leave this empty.';
export const CODE_MESSAGE = `Enter the ${CODE_LENGTH}-digit code.`;

/** Whether a password has 8 to 128 characters: capital and small letters, digits, and other characters. */
export function isStrongPassword(password: string): boolean {
  const length = [...password].length;
  return (
    length >= 8 &&
    length <= MOST_PASSWORD &&
    /\p{Lu}/u.test(password) &&
    /\p{Ll}/u.test(password) &&
    /\p{Nd}/u.test(password) &&
    /[^\p{L}\p{N}]/u.test(password)
  );
}

/** The sentence that says what is wrong with a new password; undefined for a strong password. */
export function passwordProblem(password: string): string | undefined {
  if (isStrongPassword(password)) return undefined;
  return [...password].length > MOST_PASSWORD ? PASSWORD_TOO_LONG : PASSWORD_MESSAGE;
}

/**
 * An address is {something}@{something}.{something} with at most 254 characters. It has no spaces, no control
 * characters, and none of the characters that separate addresses in mail headers.
 */
export const EMAIL_PATTERN =
  /^[^\s@<>()[\],;:"\\\p{Cc}\p{Cf}\p{Cs}]+@[^\s@.<>()[\],;:"\\\p{Cc}\p{Cf}\p{Cs}]+(\.[^\s@.<>()[\],;:"\\\p{Cc}\p{Cf}\p{Cs}]+)+$/u;

/** Whether the server would accept an e-mail address. Like the server, it first normalizes spaces and full-width characters. */
export function isEmail(text: string): boolean {
  const folded = text.trim().normalize('NFKC');
  return folded.length <= 254 && EMAIL_PATTERN.test(folded);
}

/** Whether a person can dial the number: 5 to 20 digits with the usual separators. An empty text is valid. */
export function isPhone(text: string): boolean {
  const trimmed = text.trim().normalize('NFKC');
  const digits = trimmed.replace(/\D/g, '').length;
  return (
    trimmed === '' ||
    (/^\+?[\d\s()./-]+(\s*(x|ext\.?)\s*\d+)?$/i.test(trimmed) && digits >= 5 && digits <= 20)
  );
}
