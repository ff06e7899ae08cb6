import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps a secret that must be read again: AES-256-GCM under a key made from the configured one for this purpose only. */
export function createSealing(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `vialproof ${purpose}`, 32));
  return {
    /** `bound` has to be given again to open it: a sealed secret moved elsewhere stays shut. */
    seal(plain: Buffer, bound: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },

    /** Undefined for whatever was not sealed under this key and `bound`. */
    open(sealed: Buffer, bound: string): Buffer | undefined {
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
    },
  };
}
