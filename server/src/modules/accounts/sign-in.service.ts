import { createHmac } from 'node:crypto';
import type { LoginBody, SignedIn } from '@vialproof/contract/accounts';
import type { Challenged } from '@vialproof/contract/second-factor';
import type { z } from 'zod';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { CHALLENGE_SECONDS, CODE_ATTEMPTS, isEmail, normalizeEmail } from './accounts.rules.ts';
import { findUserByEmail, lockUser, lockUserWithFactor, replaceHash } from './accounts.store.ts';
import type { SignInMethod, UserRow } from './accounts.tables.ts';
import { describeDevice } from './devices.rules.ts';
import { isKnownDevice, recordSignIn } from './devices.store.ts';
import type { From, Gate } from './gate.service.ts';
import type { Mailing } from './mailing.service.ts';
import { checkPassword, hashPassword, isOutdated } from './password.ts';
import type { SecondFactor } from './second-factor.service.ts';
import { consumeChallenge, insertChallenge, tryChallenge } from './second-factor.store.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import type { Sessions } from './sessions.service.ts';
import { hashOpaque, newOpaqueToken } from './tokens.ts';

export type SignIn = ReturnType<typeof createSignIn>;
type Parts = {
  gate: Gate;
  sessions: Sessions;
  mailing: Mailing;
  securityLog: SecurityLogBook;
  secondFactor: SecondFactor;
};

const NOTES: Record<SignInMethod, string> = {
  password: 'with a password',
  google: 'with Google',
  discord: 'with Discord',
};

/** The ways into a session, whatever proved the person. */
export function createSignIn(platform: Platform, parts: Parts) {
  const { db, clock, config, log } = platform;
  const { gate, sessions, mailing, securityLog, secondFactor } = parts;

  /** What a browser is known by: what it keeps, and failing that the program and place, for clients that keep nothing. */
  function marksOf({ device, userAgent, address }: From): Buffer[] {
    const mac = (...words: string[]) =>
      createHmac('sha256', config.secrets.code)
        .update(['device', ...words].join('\n'))
        .digest();
    return [mac('kept', device), mac('seen', userAgent ?? '', address)];
  }

  /** Opens the session, writes it down, and tells the owner of a browser that was never seen before. */
  async function open(
    tx: Tx,
    user: UserRow,
    from: From,
    note: string,
    factorOn?: boolean,
  ): Promise<SignedIn> {
    const now = clock.now();
    const { address, userAgent } = from;
    const { isKnown, isFirst } = await recordSignIn(tx, {
      userId: user.id,
      marks: marksOf(from),
      userAgent,
      address,
      note,
      now,
    });
    if (!isKnown && !isFirst) {
      await mailing.enqueue(tx, {
        kind: 'new_sign_in',
        email: user.emailNormalized,
        device: describeDevice(from.userAgent).device,
        address,
        at: now.toISOString(),
      });
    }
    return sessions.open(tx, user, from, factorOn);
  }

  /** After the first step: a session, or the challenge of the second factor where one is on. */
  async function admit(
    tx: Tx,
    user: UserRow,
    from: From,
    method: SignInMethod,
    factorOn: boolean,
  ): Promise<SignedIn | Challenged> {
    if (!factorOn) return open(tx, user, from, NOTES[method], factorOn);
    const now = clock.now();
    const { token, hash } = newOpaqueToken();
    const expiresAt = secondsAfter(now, CHALLENGE_SECONDS);
    await insertChallenge(tx, { tokenHash: hash, userId: user.id, method, createdAt: now, expiresAt });
    return { challenge: { token, expires_at: expiresAt.toISOString() } };
  }

  /** For whoever knew the password: refuses email_unverified, and what changed while it was being hashed. */
  async function enter(
    user: UserRow,
    checked: string,
    password: string,
    from: From,
  ): Promise<SignedIn | Challenged | Refusal> {
    if (!user.emailVerifiedAt) return refuse('email_unverified');
    if (isOutdated(checked)) await replaceHash(db.orm, user.id, checked, await hashPassword(password));
    return db.transaction(async (tx) => {
      // A reset or disabling that came in between has ended all sessions; this one must not survive it.
      const held = await lockUserWithFactor(tx, user.id);
      if (!held || held.user.disabledAt || !(await isStill(held.user.passwordHash, checked, password))) {
        return refuse('invalid_credentials');
      }
      return admit(tx, held.user, from, 'password', held.factorOn);
    });
  }

  return {
    open,
    admit,

    /**
     * Signs in with a password, or answers the challenge of the second factor. Refuses invalid_credentials (whatever the
     * reason), rate_limited, and email_unverified only to somebody who knew the password.
     */
    async login(input: z.output<typeof LoginBody>, from: From): Promise<SignedIn | Challenged | Refusal> {
      const address = normalizeEmail(input.email);
      const email = isEmail(address) ? address : '';
      const [refused, user] = await Promise.all([
        gate.login(input.email, from, () => isKnownDevice(db.orm, email, marksOf(from))),
        findUserByEmail(db.orm, email),
      ]);
      if (refused) {
        log.info({ address: from.address }, 'sign-ins from this place are slowed down');
        return refused;
      }
      const right = await checkPassword(input.password, user?.passwordHash);
      if (!user?.passwordHash || !right || user.disabledAt) {
        await gate.loginFailed(input.email, from);
        await securityLog.record({ kind: 'sign_in_failed', userId: user?.id ?? null, from });
        log.info({ userId: user?.id, address: from.address }, 'a sign-in failed');
        return refuse('invalid_credentials');
      }
      const forgiven = gate.loginSucceeded(input.email, from);
      const [answer] = await Promise.all([enter(user, user.passwordHash, input.password, from), forgiven]);
      return answer;
    },

    /**
     * Answers a challenge with a code of the authenticator or a recovery code. Refuses sign_in_expired once the ten
     * minutes or the five tries are over, code_invalid, rate_limited.
     */
    async answerChallenge(
      { challenge: token, code }: { challenge: string; code: string },
      from: From,
    ): Promise<SignedIn | Refusal> {
      const tokenHash = hashOpaque(token);
      const challenge = await tryChallenge(db.orm, tokenHash, CODE_ATTEMPTS, clock.now());
      if (!challenge) return refuse('sign_in_expired');
      const refused = await gate.secondFactor(challenge.userId, from);
      if (refused) return refused;
      const answer = await db.transaction(async (tx) => {
        const user = await lockUser(tx, challenge.userId);
        if (!user || user.disabledAt) return refuse('sign_in_expired');
        const used = await secondFactor.use(tx, user, code, from);
        if (!used) return refuse('code_invalid');
        if (!(await consumeChallenge(tx, tokenHash, clock.now()))) return refuse('sign_in_expired');
        const second = used === 'recovery' ? 'a recovery code' : 'an authenticator code';
        return open(tx, user, from, `${NOTES[challenge.method]} and ${second}`);
      });
      if ('session' in answer) await gate.secondFactorRight(challenge.userId, from);
      else await securityLog.record({ kind: 'second_factor_failed', userId: challenge.userId, from });
      return answer;
    },
  };
}

/** Whether the password that was checked is the one that counts now; a hash made anew at sign-in is another text. */
async function isStill(now: string | null, checked: string, password: string): Promise<boolean> {
  return now === checked || (now !== null && (await checkPassword(password, now)));
}
