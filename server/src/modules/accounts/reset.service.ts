import { recordAudit } from '../../platform/audit.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { normalizeEmail, RESET_GRANT_SECONDS } from './accounts.rules.ts';
import { findUser, lockUser, markVerified, setPasswordHash } from './accounts.store.ts';
import type { Codes } from './codes.service.ts';
import { consumeGrant, findGrantOwner, insertGrant, voidCodesOf, voidGrantsOf } from './codes.store.ts';
import { isKnownDevice, rememberDevice } from './devices.store.ts';
import type { From, Gate } from './gate.service.ts';
import type { Mailing } from './mailing.service.ts';
import { isCommonPassword } from './password.rules.ts';
import { type Passwords, refuseCommonPassword } from './password.ts';
import { voidChallengesOf } from './second-factor.store.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import type { Sessions } from './sessions.service.ts';
import { hashOpaque, newOpaqueToken } from './tokens.ts';

type Parts = {
  codes: Codes;
  gate: Gate;
  mailing: Mailing;
  passwords: Passwords;
  securityLog: SecurityLogBook;
  sessions: Sessions;
};

/** A forgotten password: a mailed code, a grant that the browser holds as a cookie, the new password. */
export function createReset(
  platform: Platform,
  { codes, gate, mailing, passwords, securityLog, sessions }: Parts,
) {
  const { db, clock, config } = platform;
  return {
    /** Mails a code if the address has an account; it is for the browser that keeps this token. Refuses rate_limited. */
    async request(address: string, browser: string, from: From): Promise<Refusal | undefined> {
      const email = normalizeEmail(address);
      const isKnown = await isKnownDevice(db.orm, email, sessions.marksOf(from));
      const refused = await gate.mail('reset', email, from, isKnown);
      if (refused) return refused;
      await mailing.enqueueCode(db.orm, {
        kind: 'reset',
        email,
        browser: hashOpaque(browser).toString('base64url'),
      });
      return undefined;
    },

    /**
     * Trades the code for a grant: a token that sets one new password within 10 minutes. From then on the account knows
     * the browser, so that wrong passwords of strangers do not keep it out. Refuses code_invalid, rate_limited.
     */
    async verifyCode(
      input: { email: string; code: string },
      browser: string | undefined,
      from: From,
    ): Promise<{ grant: string } | Refusal> {
      const refused = await gate.code(input.email, from, browser);
      if (refused) return refused;
      // A browser that keeps no token is no one's: the same work, for a token that nobody has.
      const browserHash = hashOpaque(browser ?? newOpaqueToken().token);
      const asker = { browserHash, isOwn: true };
      const code = await codes.match(input.email, 'reset_password', input.code, asker);
      if (!code) return refuse('code_invalid');
      return db.transaction(async (tx) => {
        const user = await lockUser(tx, code.userId);
        if (!user || user.disabledAt || !(await codes.consume(tx, code))) return refuse('code_invalid');
        const now = clock.now();
        await voidGrantsOf(tx, user.id, now);
        const grant = newOpaqueToken();
        await insertGrant(tx, {
          tokenHash: grant.hash,
          userId: user.id,
          createdAt: now,
          expiresAt: secondsAfter(now, RESET_GRANT_SECONDS),
        });
        await rememberDevice(tx, user.id, sessions.marksOf(from), now);
        return { grant: grant.token };
      });
    },

    /**
     * Sets the new password, ends every session, voids every code and tells the owner by mail. The code has proved
     * the address, so an unverified one counts as verified. Refuses reset_expired, and invalid_fields for a password
     * that everybody has, after which the grant still works.
     */
    async setPassword(grant: string | undefined, password: string, from: From): Promise<Refusal | undefined> {
      if (!grant) return refuse('reset_expired');
      const tokenHash = hashOpaque(grant);
      // Looked up before hashing: a stranger without a grant costs nothing.
      const userId = await findGrantOwner(db.orm, tokenHash, clock.now());
      const owner = userId ? await findUser(db.orm, userId) : undefined;
      if (!owner) return refuse('reset_expired');
      const own = [config.brandName, owner.email, owner.firstName, owner.lastName];
      if (isCommonPassword(password, own)) return refuseCommonPassword();
      const passwordHash = await passwords.hash(password);
      const refused = await db.transaction(async (tx) => {
        const user = await lockUser(tx, owner.id);
        const now = clock.now();
        if (!user || user.disabledAt || !(await consumeGrant(tx, tokenHash, now))) {
          return refuse('reset_expired');
        }
        await setPasswordHash(tx, user.id, passwordHash, now);
        await markVerified(tx, user.id, now);
        await sessions.revokeAll(tx, user.id, 'new password');
        await voidCodesOf(tx, user.id, 'verify_email', now);
        await voidCodesOf(tx, user.id, 'reset_password', now);
        await voidChallengesOf(tx, user.id, now);
        await securityLog.record({ kind: 'password_reset', userId: user.id, from }, tx);
        await recordAudit(tx, {
          at: now,
          actorId: user.id,
          action: 'account.password_reset',
          subject: { kind: 'user', id: user.id },
        });
        await mailing.enqueue(tx, { kind: 'password_changed', userId: user.id });
        return undefined;
      });
      if (!refused) await gate.passwordReplaced(owner, from);
      return refused;
    },
  };
}
