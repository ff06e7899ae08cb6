import { createHmac } from 'node:crypto';

/** Signs the sandbox's events: nobody else can make one, and every instance knows it. */
export function sandboxSecret(jwtSecret: string): string {
  return `whsec_${createHmac('sha256', jwtSecret).update('payment sandbox').digest('base64url')}`;
}

/** The secret key that the card provider's sandbox knows us by. */
export function sandboxCardKey(jwtSecret: string): string {
  return `sk_test_${createHmac('sha256', jwtSecret).update('payment sandbox card key').digest('hex')}`;
}

/** The seed of the Ed25519 key that the crypto provider's sandbox knows us by, as base64 of 32 bytes. */
export function sandboxKey(jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update('payment sandbox key').digest('base64');
}
