import { createHmac } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { LIMITS, normalizeEmail } from './accounts.rules.ts';

/** Where a request comes from. `device` is what the browser keeps from earlier sign-ins, or made for this one. */
export type From = { address: string; userAgent: string | null; device: string };
export type Gate = ReturnType<typeof createGate>;

type MailKind = 'verify' | 'reset';

const secondFactorCounters = (isKnown: boolean) =>
  isKnown
    ? { place: 'second-factor-known-place', account: 'second-factor-known' }
    : { place: 'second-factor-place', account: 'second-factor-strangers' };

/**
 * The limits before the doors that strangers knock at. They count for addresses with and without an account alike,
 * so that being refused tells nothing either. Keys are hashed: the counters hold nobody's address.
 */
export function createGate({ limits, config }: Platform) {
  function keyOf(...parts: string[]): string {
    return createHmac('sha256', config.secrets.code)
      .update(`limit\n${parts.join('\n')}`)
      .digest('base64url');
  }
  const account = (email: string, from: From) => keyOf(normalizeEmail(email), from.address);
  const place = (from: From) => keyOf(from.address);

  /** What strangers use up together leaves a browser that the account knows what its own place has left. */
  async function takeMail(
    kind: MailKind,
    email: string,
    from: From,
    isKnown: boolean,
  ): Promise<Refusal | undefined> {
    const refused = await limits.take(`${kind}-mail-place`, account(email, from), LIMITS.mailPlace);
    if (refused) return refused;
    // Counted for known browsers too, so that the work tells nothing of which ones an account knows.
    const all = await limits.take(`${kind}-mail-address`, keyOf(normalizeEmail(email)), LIMITS.mailAddress);
    return isKnown ? undefined : all;
  }

  return {
    async register(email: string, from: From): Promise<Refusal | undefined> {
      const refused =
        (await limits.take('register', place(from), LIMITS.registerPlace)) ??
        (await takeMail('verify', email, from, false));
      // The first mail starts the pause before another can be asked for; registering again does not wait for it.
      if (!refused) await limits.take('verify-mail-pause', account(email, from), LIMITS.mailPause);
      return refused;
    },

    async mail(kind: MailKind, email: string, from: From, isKnown = false): Promise<Refusal | undefined> {
      return (
        (await limits.take(`${kind}-mail-any`, place(from), LIMITS.mailAnyPlace)) ??
        (await limits.take(`${kind}-mail-pause`, account(email, from), LIMITS.mailPause)) ??
        (await takeMail(kind, email, from, isKnown))
      );
    },

    /** `browser`: what the code is bound to there; tries without it leave its own browser, in the same place, alone. */
    async code(email: string, from: From, browser = ''): Promise<Refusal | undefined> {
      const here = keyOf(normalizeEmail(email), from.address, browser);
      return (
        (await limits.take('code-place', place(from), LIMITS.codePlace)) ??
        (await limits.take('code-account', here, LIMITS.codeAccount))
      );
    },

    /**
     * A try is taken before the password is looked at, so that parallel guesses cannot share one. What strangers use up
     * in many places never locks out a browser that the account knows.
     */
    async login(email: string, from: From, isKnown: () => Promise<boolean>): Promise<Refusal | undefined> {
      const here = place(from);
      const {
        refusals: [tries, ownTries],
        left: [placeLeft = 0, strangersLeft = 0],
      } = await limits.together({
        take: [
          { name: 'login-tries', key: here, limit: LIMITS.loginTries },
          { name: 'login-account', key: account(email, from), limit: LIMITS.loginAccount },
        ],
        look: [
          { name: 'login-place', key: here, limit: LIMITS.loginPlace },
          {
            name: 'login-strangers',
            key: keyOf(normalizeEmail(email)),
            limit: LIMITS.loginStrangers,
          },
        ],
      });
      if (placeLeft === 0) return limits.take('login-place', place(from), LIMITS.loginPlace);
      if (tries || ownTries) return tries ?? ownTries;
      if (strangersLeft > 0 || (await isKnown())) return undefined;
      return limits.take('login-strangers', keyOf(normalizeEmail(email)), LIMITS.loginStrangers);
    },

    async loginFailed(email: string, from: From): Promise<void> {
      await Promise.all([
        limits.take('login-place', place(from), LIMITS.loginPlace),
        limits.take('login-strangers', keyOf(normalizeEmail(email)), LIMITS.loginStrangers),
      ]);
    },

    async loginSucceeded(email: string, from: From): Promise<void> {
      await limits.forget('login-account', account(email, from), LIMITS.loginAccount);
    },

    /**
     * The owner has set a new password: what strangers used up counts no more, nor what went wrong in this place before
     * the new password. Whoever knew the old one gets to no second step any more.
     */
    async passwordReplaced({ id, email }: { id: string; email: string }, from: From): Promise<void> {
      await Promise.all([
        limits.forget('login-strangers', keyOf(normalizeEmail(email)), LIMITS.loginStrangers),
        limits.forget('login-account', account(email, from), LIMITS.loginAccount),
        ...[true, false].map((isKnown) =>
          limits.forget(secondFactorCounters(isKnown).account, keyOf(id), LIMITS.secondFactorAccount),
        ),
      ]);
    },

    /** A try of the second step of a sign-in; browsers that the account knows have counters of their own. */
    async secondFactor(userId: string, from: From, isKnown: boolean): Promise<Refusal | undefined> {
      const names = secondFactorCounters(isKnown);
      return (
        (await limits.take(names.place, keyOf(userId, from.address), LIMITS.secondFactorPlace)) ??
        (await limits.take(names.account, keyOf(userId), LIMITS.secondFactorAccount))
      );
    },

    async secondFactorRight(userId: string, from: From, isKnown: boolean): Promise<void> {
      const { place } = secondFactorCounters(isKnown);
      await limits.forget(place, keyOf(userId, from.address), LIMITS.secondFactorPlace);
    },

    /** A code that somebody who is signed in gives for a change. */
    sessionFactor: (sessionId: string): Promise<Refusal | undefined> =>
      limits.take('second-factor-session', keyOf(sessionId), LIMITS.secondFactorSession),

    sessionFactorRight: (sessionId: string): Promise<void> =>
      limits.forget('second-factor-session', keyOf(sessionId), LIMITS.secondFactorSession),

    confirmPassword: (sessionId: string): Promise<Refusal | undefined> =>
      limits.take('confirm-password', keyOf(sessionId), LIMITS.confirmPassword),

    async emailChange(userId: string): Promise<Refusal | undefined> {
      return (
        (await limits.take('email-change-pause', keyOf(userId), LIMITS.mailPause)) ??
        (await limits.take('email-change', keyOf(userId), LIMITS.emailChange))
      );
    },

    dataExport: (userId: string): Promise<Refusal | undefined> =>
      limits.take('data-export', keyOf(userId), LIMITS.dataExport),
  };
}
