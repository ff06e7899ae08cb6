import { webcrypto } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';

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
export function createAccessTokens(secret: string) {
  // The signing key is prepared once and not for every token.
  const key = webcrypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );

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
        .sign(await key);
      return { token, expiresAt };
    },

    /** The contents of a valid token; otherwise undefined. */
    async read(token: string, now: Date): Promise<AccessClaims | undefined> {
      if (!isCanonical(token)) return undefined;
      try {
        const { payload } = await jwtVerify(token, await key, {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'iat', 'sub'],
          currentDate: now,
        });
        if (isFromFuture(payload.iat, now)) return undefined;
        return Claims.safeParse(payload).data;
      } catch {
        return undefined;
      }
    },
  };
}

/** Whether a token is written in the only valid way, up to its last letter. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** Whether a token seems to come from the future; `issuedAt` in seconds. */
function isFromFuture(issuedAt: number | undefined, now: Date): boolean {
  return issuedAt === undefined || issuedAt > now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS;
}
