import { createHmac } from 'node:crypto';

/** The secret that signs the events of the sandbox. It is the same in every process. */
export function sandboxSecret(jwtSecret: string): string {
  return `whsec_${createHmac('sha256', jwtSecret).update('payment sandbox').digest('base64url')}`;
}

/** The API key for the card provider's sandbox. */
export function sandboxCardKey(jwtSecret: string): string {
  return `sk_test_${createHmac('sha256', jwtSecret).update('payment sandbox card key').digest('hex')}`;
}

/** The Ed25519 key for the crypto provider's sandbox, as base64. */
export function sandboxKey(jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update('payment sandbox key').digest('base64');
}
