import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { z } from 'zod';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** How slow the encryption is, as OWASP advises (2026), because an attacker may try passphrases on a copy. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

const hex = z.string().regex(/^([0-9a-f]{2})+$/);
const Sealed = z.object({ kdf: z.literal('scrypt'), salt: hex, iv: hex, tag: hex, data: hex });

const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase.normalize('NFC'), salt, KEY_BYTES, COST);

/** Encrypts a text with a passphrase (scrypt, AES-256-GCM). */
export function sealWithPassphrase(passphrase: string, text: string): string {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt), iv);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const sealed: z.infer<typeof Sealed> = {
    kdf: 'scrypt',
    salt: salt.toString('hex'),
    iv: iv.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    data: data.toString('hex'),
  };
  return JSON.stringify(sealed);
}

/** The text; undefined for a wrong passphrase. */
export function openWithPassphrase(passphrase: string, sealed: string): string | undefined {
  const { salt, iv, tag, data } = Sealed.parse(JSON.parse(sealed));
  const decipher = createDecipheriv(
    CIPHER,
    keyOf(passphrase, Buffer.from(salt, 'hex')),
    Buffer.from(iv, 'hex'),
  );
  decipher.setAuthTag(Buffer.from(tag, 'hex'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(data, 'hex')), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
