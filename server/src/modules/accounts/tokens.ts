import { createHash, createHmac, randomBytes, webcrypto } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { secondsAfter } from '../../platform/clock.ts';

export const ACCESS_SECONDS = 15 * 60;
const ISSUER = 'urn:vialproof:accounts';
const AUDIENCE = 'urn:vialproof:api';
/** RFC 9068: says that this is an access token, so that no other JWT of ours ever passes for one. */
const TYPE = 'at+jwt';

/** The clocks of two instances may differ by so much. */
const CLOCK_TOLERANCE_SECONDS = 60;

const Claims = z.object({ sub: z.uuid(), sid: z.uuid() });
export type AccessClaims = z.infer<typeof Claims>;

/** Signs and checks access tokens: HS256, 15 minutes. They name a person and a session and grant nothing by themselves. */
export function createAccessTokens(secret: string) {
  // Imported once: jose would import raw bytes again for every token.
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

    /** What a good token says; undefined for every other. */
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

/** One token has one spelling: no signs behind it, and none of the unused bits of a part's last letter set. */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** Whether a time of issue, in seconds, is later than any clock of ours can say. */
function isFromFuture(issuedAt: number | undefined, now: Date): boolean {
  return issuedAt === undefined || issuedAt > now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS;
}

/** A secret that only its holder knows: 32 random bytes. Stored as its hash, so a stolen table opens nothing. */
export function newOpaqueToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOpaque(token) };
}

/** The token that follows another: whoever knows the secret makes it again, so it need not be stored to be given twice. */
export function successorOf(token: string, secret: string): { token: string; hash: Buffer } {
  const successor = createHmac('sha256', secret).update(`refresh token\n${token}`).digest('base64url');
  return { token: successor, hash: hashOpaque(successor) };
}

export function hashOpaque(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
