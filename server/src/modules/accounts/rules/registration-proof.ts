import { timingSafeEqual } from 'node:crypto';
import { macOf } from './codes.ts';

/**
 * Says which registration a browser made. Somebody else may register the same unproven address again with a
 * password of their own; the code that its owner then gets must not turn that into the owner's account.
 */
export function registrationProof(secret: string, email: string, passwordHash: string): string {
  const address = macOf(secret, 'registered', email);
  const registration = macOf(secret, 'registration', email, passwordHash);
  return `${address.toString('base64url')}.${registration.toString('base64url')}`;
}

/** Whether a browser brought the very proof `own`. */
export function isSameProof(brought: string | undefined, own: string): boolean {
  const [given, right] = [Buffer.from(brought ?? ''), Buffer.from(own)];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Whether a browser brought the proof of another registration of the same address. */
export function isForeignProof(brought: string | undefined, own: string): boolean {
  // A proof of another address says nothing about this one, and clients that keep no cookies bring none.
  return brought?.split('.')[0] === own.split('.')[0] && !isSameProof(brought, own);
}
