import { createHash, randomBytes } from 'node:crypto';

/** A secret of its holder: 32 random bytes. Stored as a hash, so a stolen table is useless. */
export function newOpaqueToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOpaque(token) };
}

/** SHA-256, the stored form of an opaque token. */
export function hashOpaque(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
