import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { bearerToken, holds, readKey } from './coinbase-signature.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const SECRET = 'whsec_of_the_subscription';
const BODY = '{"id":"68f7a946db0529ea9b6d3a12", "eventType":"checkout.payment.success"}';

const hmac = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex');
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** The headers of an event, as the provider sends them. */
function signed(change: { time?: number; secret?: string; v0?: string; v1?: string | null } = {}) {
  const time = change.time ?? SECONDS;
  const names = 'content-type x-request';
  const v1 = change.v1 ?? hmac(`${time}.${names}.application/json.r1.${BODY}`, change.secret);
  const parts = [`t=${time}`, `h=${names}`];
  if (change.v1 !== null) parts.push(`v1=${v1}`);
  if (change.v0) parts.push(`v0=${change.v0}`);
  return new Headers({
    'content-type': 'application/json',
    'x-request': 'r1',
    'x-hook0-signature': parts.join(','),
  });
}

describe('security 31: the crypto provider signs its webhooks', () => {
  test('a signature is valid only for the body and headers that were signed', () => {
    expect(holds(bytes(BODY), signed(), SECRET, NOW)).toBe(true);
    expect(holds(bytes(`${BODY} `), signed(), SECRET, NOW)).toBe(false);
    const other = signed();
    other.set('x-request', 'r2');
    expect(holds(bytes(BODY), other, SECRET, NOW)).toBe(false);
    expect(holds(bytes(BODY), signed({ secret: 'whsec_of_another' }), SECRET, NOW)).toBe(false);
  });

  test('a signature is accepted for five minutes', () => {
    for (const [age, fits] of [
      [299, true],
      [-299, true],
      [301, false],
      [-301, false],
    ] as const) {
      expect(holds(bytes(BODY), signed({ time: SECONDS - age }), SECRET, NOW)).toBe(fits);
    }
  });

  test('the older kind of signature is accepted only if the newer one is missing', () => {
    const v0 = hmac(`${SECONDS}.${BODY}`);
    expect(holds(bytes(BODY), signed({ v0, v1: null }), SECRET, NOW)).toBe(true);
    expect(holds(bytes(BODY), signed({ v0, v1: '00'.repeat(32) }), SECRET, NOW)).toBe(false);
    expect(holds(bytes(BODY), signed({ v0: '11'.repeat(32), v1: null }), SECRET, NOW)).toBe(false);
  });

  test.each([
    '',
    'nonsense',
    't=,v1=',
    `t=${SECONDS}`,
    `t=${SECONDS},v1=aa`,
    't=1e9,v0=00',
    `t=${SECONDS},h=\u00e4,v1=00`,
  ])('the signature %j is refused', (header) => {
    const headers = new Headers({ 'x-hook0-signature': encodeURI(header) });
    expect(holds(bytes(BODY), headers, SECRET, NOW)).toBe(false);
  });
});

describe("the server's calls to the crypto provider are signed and valid for two minutes", () => {
  const url = new URL('https://business.coinbase.com/api/v1/checkouts');
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ed = generateKeyPairSync('ed25519');
  const jwk = ed.privateKey.export({ format: 'jwk' });
  const both = Buffer.concat([
    Buffer.from(jwk.d ?? '', 'base64url'),
    Buffer.from(jwk.x ?? '', 'base64url'),
  ]).toString('base64');
  const pem = ec.privateKey.export({ type: 'sec1', format: 'pem' }).toString();

  test.each([
    ['EdDSA', both, createPublicKey(ed.privateKey)],
    ['ES256', pem, ec.publicKey],
    ['ES256', pem.replaceAll('\n', '\\n'), ec.publicKey],
  ])(
    "a call's token is signed with %s, and is valid for one address and two minutes",
    async (alg, secret, publicKey) => {
      const token = await bearerToken(readKey(secret), { keyId: 'key-1', method: 'POST', url, now: NOW });
      const { payload, protectedHeader } = await jwtVerify(token, publicKey, { currentDate: NOW });
      expect(protectedHeader).toMatchObject({ alg, kid: 'key-1', typ: 'JWT', nonce: expect.any(String) });
      expect(payload).toEqual({
        sub: 'key-1',
        iss: 'cdp',
        uris: ['POST business.coinbase.com/api/v1/checkouts'],
        nbf: SECONDS,
        exp: SECONDS + 120,
      });
    },
  );

  test('a malformed key causes a clear error message', () => {
    expect(() => readKey('c2hvcnQ=')).toThrow('COINBASE_KEY_SECRET');
  });
});
