import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secrets } from './config/secrets.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Which listed secret sealed some data. 'unknown': none of them opens it. */
export type SealedWith = 'newest' | 'older' | 'unknown';

/**
 * Encrypts secrets that must be read again, with AES-256-GCM. The encryption keys are made from the configured secrets,
 * one for each purpose.
 */
export function createSealing(secrets: Secrets, purpose: string) {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', `vialproof ${purpose}`, 32));
  const newest = keyOf(secrets.newest);
  const keys = secrets.all.map(keyOf);
  return {
    /**
     * Encrypts `plain` with the newest secret. Only the same text `bound` opens it again, so a copy in another row is
     * useless.
     */
    seal(plain: Buffer, bound: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(bound));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },

    /** Undefined if the data was sealed with no listed secret, or with another `bound`. */
    open(sealed: Buffer, bound: string): Buffer | undefined {
      for (const key of keys) {
        const plain = openWith(key, sealed, bound);
        if (plain) return plain;
      }
      return undefined;
    },

    sealedWith(sealed: Buffer, bound: string): SealedWith {
      if (openWith(newest, sealed, bound)) return 'newest';
      return keys.some((key) => openWith(key, sealed, bound)) ? 'older' : 'unknown';
    },
  };
}

function openWith(key: Buffer, sealed: Buffer, bound: string): Buffer | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(bound))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
