import { createHash, randomBytes } from 'node:crypto';

/** A secret that only its holder knows: 32 random bytes. Stored as its hash, so a stolen table opens nothing. */
export function newOpaqueToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOpaque(token) };
}

/** SHA-256, as an opaque token is stored. */
export function hashOpaque(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
