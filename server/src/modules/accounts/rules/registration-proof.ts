import { timingSafeEqual } from 'node:crypto';
import { macOf } from './codes.ts';

/**
 * Proves which browser made a registration. If a stranger registers the same address, the owner's code must not verify
 * the stranger's registration.
 */
export function registrationProof(secret: string, email: string, passwordHash: string): string {
  const address = macOf(secret, 'registered', email);
  const registration = macOf(secret, 'registration', email, passwordHash);
  return `${address.toString('base64url')}.${registration.toString('base64url')}`;
}

/** Whether the browser brought the right proof. */
export function isSameProof(brought: string | undefined, own: string): boolean {
  const [given, right] = [Buffer.from(brought ?? ''), Buffer.from(own)];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Whether the browser's proof is of another registration for this address. */
export function isForeignProof(brought: string | undefined, own: string): boolean {
  // A proof of another address is ignored.
  return brought?.split('.')[0] === own.split('.')[0] && !isSameProof(brought, own);
}
