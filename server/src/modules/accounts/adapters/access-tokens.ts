import { webcrypto } from 'node:crypto';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Secrets } from '../../../platform/config/secrets.ts';

const ACCESS_SECONDS = 15 * 60;
const ISSUER = 'urn:vialproof:accounts';
const AUDIENCE = 'urn:vialproof:api';
/** Marks access tokens (RFC 9068), so that no other token is mistaken for one. */
const TYPE = 'at+jwt';

/** The clocks of two processes may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 60;

const Claims = z.object({ sub: z.uuid(), sid: z.uuid() });
type AccessClaims = z.infer<typeof Claims>;

/** Makes and checks access tokens, which live for 15 minutes. A token only names person and session. */
export function createAccessTokens(secrets: Secrets) {
  // The keys are prepared once and not for every token.
  const signingKey = keyOf(secrets.newest);
  const keys = Promise.all(secrets.all.map(keyOf));

  return {
    async sign(claims: AccessClaims, now: Date): Promise<{ token: string; expiresAt: Date }> {
      const expiresAt = secondsAfter(now, ACCESS_SECONDS);
      const token = await new SignJWT({ sid: claims.sid })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(claims.sub)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(await signingKey);
      return { token, expiresAt };
    },

    /** The contents of a valid token; otherwise undefined. */
    async read(token: string, now: Date): Promise<AccessClaims | undefined> {
      if (!isCanonical(token)) return undefined;
      for (const key of await keys) {
        const payload = await verify(token, key, now);
        if (payload) return isFromFuture(payload.iat, now) ? undefined : Claims.safeParse(payload).data;
      }
      return undefined;
    },
  };
}

function keyOf(secret: string): Promise<webcrypto.CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return webcrypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'sign',
    'verify',
  ]);
}

/** The contents of a token that this key signed and that is valid now; otherwise undefined. */
async function verify(token: string, key: webcrypto.CryptoKey, now: Date): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub'],
      currentDate: now,
    });
    return payload;
  } catch {
    return undefined;
  }
}

/** Whether a token is written in the only valid way, up to its last letter. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** Whether a token seems to come from the future; `issuedAt` in seconds. */
function isFromFuture(issuedAt: number | undefined, now: Date): boolean {
  return issuedAt === undefined || issuedAt > now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS;
}
