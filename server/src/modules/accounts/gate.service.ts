import { createHmac } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { LIMITS, normalizeEmail } from './accounts.rules.ts';

/** Where a request comes from. */
export type From = { address: string; userAgent: string | null };
export type Gate = ReturnType<typeof createGate>;

type MailKind = 'verify' | 'reset';

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

  async function takeMail(kind: MailKind, email: string, from: From): Promise<Refusal | undefined> {
    return (
      (await limits.take(`${kind}-mail-place`, account(email, from), LIMITS.mailPlace)) ??
      (await limits.take(`${kind}-mail-address`, keyOf(normalizeEmail(email)), LIMITS.mailAddress))
    );
  }

  return {
    async register(email: string, from: From): Promise<Refusal | undefined> {
      const refused =
        (await limits.take('register', place(from), LIMITS.registerPlace)) ??
        (await takeMail('verify', email, from));
      // The first mail starts the pause before another can be asked for; registering again does not wait for it.
      if (!refused) await limits.take('verify-mail-pause', account(email, from), LIMITS.mailPause);
      return refused;
    },

    async mail(kind: MailKind, email: string, from: From): Promise<Refusal | undefined> {
      return (
        (await limits.take(`${kind}-mail-any`, place(from), LIMITS.mailAnyPlace)) ??
        (await limits.take(`${kind}-mail-pause`, account(email, from), LIMITS.mailPause)) ??
        (await takeMail(kind, email, from))
      );
    },

    async code(email: string, from: From): Promise<Refusal | undefined> {
      return (
        (await limits.take('code-place', place(from), LIMITS.codePlace)) ??
        (await limits.take('code-account', account(email, from), LIMITS.codeAccount))
      );
    },

    /** A try is taken before the password is looked at, so that parallel guesses cannot share one. */
    async login(email: string, from: From): Promise<Refusal | undefined> {
      const left = await limits.left('login-place', place(from), LIMITS.loginPlace);
      if (left === 0) return limits.take('login-place', place(from), LIMITS.loginPlace);
      return (
        (await limits.take('login-tries', place(from), LIMITS.loginTries)) ??
        (await limits.take('login-account', account(email, from), LIMITS.loginAccount))
      );
    },

    async loginFailed(from: From): Promise<void> {
      await limits.take('login-place', place(from), LIMITS.loginPlace);
    },

    async loginSucceeded(email: string, from: From): Promise<void> {
      await limits.forget('login-account', account(email, from), LIMITS.loginAccount);
    },
  };
}
