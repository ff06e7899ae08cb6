import type { LoginBody, SignedIn } from '@vialproof/contract/accounts';
import type { Challenged } from '@vialproof/contract/second-factor';
import type { z } from 'zod';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { CHALLENGE_SECONDS, CODE_ATTEMPTS, isEmail, normalizeEmail } from './accounts.rules.ts';
import { lockUser, prepareSignInLookup, replaceHash } from './accounts.store.ts';
import type { SignInMethod, UserRow } from './accounts.tables.ts';
import { isDeviceOf, isKnownDevice } from './devices.store.ts';
import type { From, Gate } from './gate.service.ts';
import type { Passwords } from './password.ts';
import type { SecondFactor } from './second-factor.service.ts';
import { consumeChallenge, insertChallenge, tryChallenge } from './second-factor.store.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import type { Sessions } from './sessions.service.ts';
import { hashOpaque, newOpaqueToken } from './tokens.ts';

export type SignIn = ReturnType<typeof createSignIn>;
type Parts = {
  gate: Gate;
  passwords: Passwords;
  sessions: Sessions;
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
  const { db, clock, log } = platform;
  const { gate, passwords, sessions, securityLog, secondFactor } = parts;
  const findUserToSignIn = prepareSignInLookup(db.orm);

  /** After the first step: a session, or the challenge of the second factor where one is on. */
  async function admit(
    tx: Tx,
    user: UserRow,
    from: From,
    method: SignInMethod,
  ): Promise<SignedIn | Challenged> {
    const signedIn = await sessions.open(tx, user, from, { note: NOTES[method], isFactorPassed: false });
    if (signedIn) return signedIn;
    const now = clock.now();
    const { token, hash } = newOpaqueToken();
    const expiresAt = secondsAfter(now, CHALLENGE_SECONDS);
    await insertChallenge(tx, { tokenHash: hash, userId: user.id, method, createdAt: now, expiresAt });
    return { challenge: { token, expires_at: expiresAt.toISOString() } };
  }

  /** Whether the password that was checked is the one that counts now; a hash made anew at sign-in is another text. */
  async function isStill(now: string | null, checked: string, password: string): Promise<boolean> {
    return now === checked || (now !== null && (await passwords.check(password, now)));
  }

  /** For whoever knew the password: refuses email_unverified, and what changed while it was being hashed. */
  async function enter(
    known: { user: UserRow; version: string },
    checked: string,
    password: string,
    from: From,
  ): Promise<SignedIn | Challenged | Refusal> {
    const { user } = known;
    if (!user.emailVerifiedAt) return refuse('email_unverified');
    if (passwords.isOutdated(checked))
      await replaceHash(db.orm, user.id, checked, await passwords.hash(password));
    else {
      const signedIn = await sessions.openPlain(known, from, NOTES.password);
      if (signedIn) return signedIn;
    }
    return db.transaction(async (tx) => {
      // A reset or disabling that came in between has ended all sessions; this one must not survive it.
      const held = await lockUser(tx, user.id);
      if (!held || held.disabledAt || !(await isStill(held.passwordHash, checked, password))) {
        return refuse('invalid_credentials');
      }
      return admit(tx, held, from, 'password');
    });
  }

  return {
    admit,

    /**
     * Signs in with a password, or answers the challenge of the second factor. Refuses invalid_credentials (whatever the
     * reason), rate_limited, and email_unverified only to somebody who knew the password.
     */
    async login(input: z.output<typeof LoginBody>, from: From): Promise<SignedIn | Challenged | Refusal> {
      const address = normalizeEmail(input.email);
      const email = isEmail(address) ? address : '';
      const [refused, known] = await Promise.all([
        gate.login(input.email, from, () => isKnownDevice(db.orm, email, sessions.marksOf(from))),
        findUserToSignIn(email),
      ]);
      if (refused) {
        log.info({ address: from.address }, 'sign-ins from this place are slowed down');
        return refused;
      }
      const user = known?.user;
      const right = await passwords.check(input.password, user?.passwordHash);
      if (!known || !user?.passwordHash || !right || user.disabledAt) {
        await gate.loginFailed(input.email, from);
        await securityLog.record({ kind: 'sign_in_failed', userId: user?.id ?? null, from });
        log.info({ userId: user?.id, address: from.address }, 'a sign-in failed');
        return refuse('invalid_credentials');
      }
      const forgiven = gate.loginSucceeded(input.email, from);
      const [answer] = await Promise.all([enter(known, user.passwordHash, input.password, from), forgiven]);
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
      const isKnown = await isDeviceOf(db.orm, challenge.userId, sessions.marksOf(from));
      const refused = await gate.secondFactor(challenge.userId, from, isKnown);
      if (refused) return refused;
      const answer = await db.transaction(async (tx) => {
        const user = await lockUser(tx, challenge.userId);
        if (!user || user.disabledAt) return refuse('sign_in_expired');
        const used = await secondFactor.use(tx, user, code, from);
        if (!used) return refuse('code_invalid');
        if (!(await consumeChallenge(tx, tokenHash, clock.now()))) return refuse('sign_in_expired');
        const second = used === 'recovery' ? 'a recovery code' : 'an authenticator code';
        const note = `${NOTES[challenge.method]} and ${second}`;
        return (
          (await sessions.open(tx, user, from, { note, isFactorPassed: true })) ?? refuse('sign_in_expired')
        );
      });
      if ('session' in answer) await gate.secondFactorRight(challenge.userId, from, isKnown);
      else await securityLog.record({ kind: 'second_factor_failed', userId: challenge.userId, from });
      return answer;
    },
  };
}
