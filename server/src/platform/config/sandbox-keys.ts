import { createHmac } from 'node:crypto';

/** Signs the sandbox's events: derived from a secret, and equal in every instance. */
export function sandboxSecret(jwtSecret: string): string {
  return `whsec_${createHmac('sha256', jwtSecret).update('payment sandbox').digest('base64url')}`;
}

/** Our secret key for the card provider's sandbox. */
export function sandboxCardKey(jwtSecret: string): string {
  return `sk_test_${createHmac('sha256', jwtSecret).update('payment sandbox card key').digest('hex')}`;
}

/** Seed of our Ed25519 key for the crypto provider's sandbox, as base64 of 32 bytes. */
export function sandboxKey(jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update('payment sandbox key').digest('base64');
}
