import { createHash, randomBytes } from 'node:crypto';

/** A secret of 32 random bytes. Only its hash is stored. */
export function newOpaqueToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOpaque(token) };
}

/** The hash under which a random secret, such as a token, is stored. */
export function hashOpaque(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
