import { timingSafeEqual } from 'node:crypto';
import { macOf } from './codes.ts';

/**
 * Proves that a browser made a registration. A stranger may register the same unverified address again, with another
 * password; the code that the owner then gets by mail must not verify the stranger's registration.
 */
export function registrationProof(secret: string, email: string, passwordHash: string): string {
  const address = macOf(secret, 'registered', email);
  const registration = macOf(secret, 'registration', email, passwordHash);
  return `${address.toString('base64url')}.${registration.toString('base64url')}`;
}

/** Whether the proof that the browser brought equals `own`, the proof of the current registration. */
export function isSameProof(brought: string | undefined, own: string): boolean {
  const [given, right] = [Buffer.from(brought ?? ''), Buffer.from(own)];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Whether a browser sent the proof of another registration of the same address. */
export function isForeignProof(brought: string | undefined, own: string): boolean {
  // A proof of another address does not matter, and clients without cookies bring no proof.
  return brought?.split('.')[0] === own.split('.')[0] && !isSameProof(brought, own);
}
