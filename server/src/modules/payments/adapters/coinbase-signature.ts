import { createHmac, createPrivateKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';

const TOLERANCE_SECONDS = 300;
const TOKEN_SECONDS = 120;

/** The private key for signatures: an EC key as PEM (ES256), or an Ed25519 key as base64 (EdDSA). */
export function readKey(secret: string): { key: KeyObject; alg: 'ES256' | 'EdDSA' } {
  if (secret.includes('-----BEGIN')) {
    // In a file with settings, the private key has \n in place of line breaks.
    return { key: createPrivateKey(secret.replaceAll('\\n', '\n')), alg: 'ES256' };
  }
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length !== 32 && bytes.length !== 64) {
    throw new Error('COINBASE_KEY_SECRET is neither a PEM key nor base64 of an Ed25519 key');
  }
  // These bytes and the 32 bytes of the private key are a key file.
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([head, bytes.subarray(0, 32)]);
  return { key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), alg: 'EdDSA' };
}

/** A token for one call. It is valid for its method and address, for two minutes. */
export function bearerToken(
  { key, alg }: ReturnType<typeof readKey>,
  ask: { keyId: string; method: string; url: URL; now: Date },
): Promise<string> {
  const seconds = Math.floor(ask.now.getTime() / 1000);
  const uri = `${ask.method} ${ask.url.host}${ask.url.pathname}`;
  return new SignJWT({ uris: [uri] })
    .setProtectedHeader({ alg, kid: ask.keyId, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
    .setSubject(ask.keyId)
    .setIssuer('cdp')
    .setNotBefore(seconds)
    .setExpirationTime(seconds + TOKEN_SECONDS)
    .sign(key);
}

/** Checks the header X-Hook0-Signature. If the header has the newer signature (v1), only this one is checked. */
export function holds(
  rawBody: Uint8Array,
  headers: Pick<Headers, 'get'>,
  secret: string,
  now: Date,
): boolean {
  const parts = new Map(
    (headers.get('x-hook0-signature') ?? '').split(',').map((part): [string, string] => {
      const at = part.indexOf('=');
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    }),
  );
  const time = parts.get('t') ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const names = parts.get('h');
  const [v1, v0] = [parts.get('v1'), parts.get('v0')];
  if (v1 !== undefined) {
    if (names === undefined) return false;
    const values = names.split(' ').map((name) => safeHeader(headers, name));
    return isSame(v1, sign(secret, `${time}.${names}.${values.join('.')}.`, rawBody));
  }
  return v0 !== undefined && isSame(v0, sign(secret, `${time}.`, rawBody));
}

const sign = (secret: string, head: string, rawBody: Uint8Array) =>
  createHmac('sha256', secret).update(head).update(rawBody).digest('hex');

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A wrong header name gives an empty value, and no error. */
function safeHeader(headers: Pick<Headers, 'get'>, name: string): string {
  return /^[\w-]+$/.test(name) ? (headers.get(name) ?? '') : '';
}
