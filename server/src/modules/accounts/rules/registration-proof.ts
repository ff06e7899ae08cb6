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

/** The proof of a registration with each listed secret, because the browser may have it since before a rotation. */
export function registrationProofs(secrets: string[], email: string, passwordHash: string): string[] {
  return secrets.map((secret) => registrationProof(secret, email, passwordHash));
}

/** Whether the browser brought one of the right proofs. */
export function isSameProof(brought: string | undefined, own: string[]): boolean {
  const given = Buffer.from(brought ?? '');
  return own.some((proof) => {
    const right = Buffer.from(proof);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** Whether the browser's proof is of another registration for this address. */
export function isForeignProof(brought: string | undefined, own: string[]): boolean {
  // A proof of another address is ignored.
  const isOfAddress = own.some((proof) => brought?.split('.')[0] === proof.split('.')[0]);
  return isOfAddress && !isSameProof(brought, own);
}
