import { randomUUID } from 'node:crypto';
import type { SignInProvider } from '@vialproof/contract/account-changes';
import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProviderError } from '@vialproof/contract/providers';
import type { Challenged } from '@vialproof/contract/second-factor';
import { z } from 'zod';
import type { Viewer } from '../../platform/access.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { isEmail, normalizeEmail, PROVIDER_CODE_SECONDS, PROVIDER_FLOW_SECONDS } from './accounts.rules.ts';
import * as accounts from './accounts.store.ts';
import type { UserRow } from './accounts.tables.ts';
import { voidCodesOf } from './codes.store.ts';
import type { From } from './gate.service.ts';
import {
  type Checks,
  discordProvider,
  type Identity,
  type IdentityProvider,
  isProviderDown,
  newChecks,
  openIdProvider,
} from './identity-providers.ts';
import type { Mailing } from './mailing.service.ts';
import { printableName } from './providers.rules.ts';
import * as store from './providers.store.ts';
import { newPseudonym } from './pseudonym.ts';
import { createSealing } from './sealing.ts';
import type { SecurityLogBook } from './security-log.service.ts';
import type { SignIn } from './sign-in.service.ts';
import { hashOpaque, newOpaqueToken } from './tokens.ts';

type Parts = { mailing: Mailing; securityLog: SecurityLogBook; signIn: SignIn };
/** How a round trip ended: a code for this browser alone, or why there is none. `next` is a path of this site. */
export type Outcome = { next: string | undefined } & (
  | { code: string; browser: string }
  | { error: ProviderError }
);

const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().optional(),
  endsAt: z.number(),
});
const NAMES: Record<SignInProvider, string> = { google: 'Google', discord: 'Discord' };

/** Signing in with Google and Discord, where this installation is configured for it. */
export function createProviders(platform: Platform, { mailing, securityLog, signIn }: Parts) {
  const { db, clock, config, log } = platform;
  const { google, discord } = config.signInProviders;
  const providers: Record<SignInProvider, IdentityProvider | undefined> = {
    google: google && openIdProvider(google),
    discord: discord && discordProvider(discord),
  };
  const sealing = createSealing(config.secrets.code, 'provider sign-in');
  const redirectUri = (name: SignInProvider) => `${platform.publicUrl()}/api/auth/providers/${name}/callback`;

  function openFlow(name: SignInProvider, sealed: string | undefined) {
    const plain = sealed ? sealing.open(Buffer.from(sealed, 'base64url'), name) : undefined;
    const flow = plain && Flow.parse(JSON.parse(plain.toString()));
    return flow && flow.endsAt > clock.now().getTime() ? flow : undefined;
  }

  async function create(tx: Tx, identity: Identity, email: string): Promise<UserRow> {
    const now = clock.now();
    const id = randomUUID();
    await accounts.insertUser(tx, {
      id,
      email,
      emailNormalized: normalizeEmail(email),
      firstName: printableName(identity.firstName),
      lastName: printableName(identity.lastName),
      displayName: newPseudonym(),
      company: null,
      phone: null,
      marketingOptIn: false,
      role: 'customer',
      passwordHash: null,
      emailVerifiedAt: now,
      disabledAt: null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    const made = await accounts.lockUser(tx, id);
    if (!made) throw new Error('the address was registered at the same moment');
    return made;
  }

  /**
   * The account of an address that the provider vouches for. One whose address nobody had proved here was opened by
   * nobody knows whom: it becomes the owner's, and the password that was chosen for it goes.
   */
  async function adopt(tx: Tx, found: UserRow, identity: Identity): Promise<UserRow> {
    const user = await accounts.lockUser(tx, found.id);
    if (!user) throw new Error('the account vanished');
    if (user.emailVerifiedAt) return user;
    const now = clock.now();
    await accounts.claimUnverified(tx, user.id, {
      firstName: printableName(identity.firstName),
      lastName: printableName(identity.lastName),
      displayName: newPseudonym(),
      now,
    });
    await voidCodesOf(tx, user.id, 'verify_email', now);
    await voidCodesOf(tx, user.id, 'reset_password', now);
    const claimed = await accounts.lockUser(tx, user.id);
    if (!claimed) throw new Error('the account vanished');
    return claimed;
  }

  /** Whose account the identity opens; links it by its address, only when the provider calls that verified. */
  async function userOf(
    tx: Tx,
    name: SignInProvider,
    identity: Identity,
    from: From,
  ): Promise<UserRow | ProviderError> {
    const linked = await store.findIdentity(tx, name, identity.subject);
    if (linked) {
      const user = await accounts.lockUser(tx, linked.userId);
      return user && !user.disabledAt ? user : 'failed';
    }
    const email = identity.email?.trim().normalize('NFKC') ?? '';
    if (!identity.emailVerified || !isEmail(email)) return 'email_unverified';
    const found = await accounts.findUserByEmail(tx, normalizeEmail(email));
    const user = found ? await adopt(tx, found, identity) : await create(tx, identity, email);
    if (user.disabledAt) return 'failed';
    const isLinked = await store.insertIdentity(tx, {
      provider: name,
      subject: identity.subject,
      userId: user.id,
      linkedAt: clock.now(),
    });
    // Another account of the same provider is linked: which of the two is meant, only the person can say.
    if (!isLinked) return 'failed';
    await securityLog.record({ kind: 'provider_linked', userId: user.id, from, note: NAMES[name] }, tx);
    if (found?.emailVerifiedAt) {
      await mailing.enqueue(tx, {
        kind: 'provider_linked',
        userId: user.id,
        provider: NAMES[name],
      });
    }
    return user;
  }

  async function identify(
    name: SignInProvider,
    answer: URL,
    checks: Checks,
  ): Promise<Identity | ProviderError> {
    try {
      return (await providers[name]?.identify(answer, checks)) ?? 'failed';
    } catch (error) {
      const isDown = isProviderDown(error);
      log.warn(
        { err: error, provider: name },
        isDown ? 'a sign-in provider is down' : 'a sign-in did not fit',
      );
      return isDown ? 'unavailable' : 'failed';
    }
  }

  return {
    isConfigured: (name: SignInProvider): boolean => providers[name] !== undefined,

    /** Where to lead the browser, and the sealed checks that it must bring back; or why it cannot be led there. */
    async start(
      name: SignInProvider,
      next: string | undefined,
    ): Promise<{ url: string; flow: string } | { error: ProviderError }> {
      const checks = newChecks();
      try {
        const url = await providers[name]?.authorizationUrl(checks, redirectUri(name));
        if (!url) return { error: 'failed' };
        const endsAt = secondsAfter(clock.now(), PROVIDER_FLOW_SECONDS).getTime();
        const flow = Buffer.from(JSON.stringify({ ...checks, next, endsAt }));
        return { url: url.href, flow: sealing.seal(flow, name).toString('base64url') };
      } catch (error) {
        log.warn({ err: error, provider: name }, 'a sign-in provider is down');
        return { error: 'unavailable' };
      }
    },

    /** What becomes of the browser that the provider sent back. */
    async comeBack(
      name: SignInProvider,
      query: URLSearchParams,
      sealed: string | undefined,
      from: From,
    ): Promise<Outcome> {
      const flow = openFlow(name, sealed);
      if (!flow) return { next: undefined, error: 'failed' };
      const { next } = flow;
      if (query.get('error') === 'access_denied' && query.get('state') === flow.state) {
        return { next, error: 'denied' };
      }
      const answer = new URL(`${redirectUri(name)}?${query}`);
      const identity = await identify(name, answer, flow);
      if (typeof identity === 'string') return { next, error: identity };
      return db.transaction(async (tx) => {
        const user = await userOf(tx, name, identity, from);
        if (typeof user === 'string') return { next, error: user };
        const [code, browser] = [newOpaqueToken(), newOpaqueToken()];
        await store.insertProviderSignIn(tx, {
          codeHash: code.hash,
          browserHash: browser.hash,
          userId: user.id,
          provider: name,
          expiresAt: secondsAfter(clock.now(), PROVIDER_CODE_SECONDS),
        });
        return { next, code: code.token, browser: browser.token };
      });
    },

    /** Trades the one-time code for a session or a challenge. Refuses sign_in_expired. */
    async exchange(
      code: string,
      browser: string | undefined,
      from: From,
    ): Promise<SignedIn | Challenged | Refusal> {
      if (!browser) return refuse('sign_in_expired');
      return db.transaction(async (tx) => {
        const now = clock.now();
        const found = await store.consumeProviderSignIn(tx, hashOpaque(code), hashOpaque(browser), now);
        const user = found && (await accounts.lockUser(tx, found.userId));
        if (!user || user.disabledAt) return refuse('sign_in_expired');
        return signIn.admit(tx, user, from, found.provider);
      });
    },

    /** Unlinks what is linked. Refuses wrong_state to whoever would be left without a way in. */
    async unlink(viewer: Viewer, name: SignInProvider, from: From): Promise<Refusal | undefined> {
      return db.transaction(async (tx) => {
        const user = await accounts.lockUser(tx, viewer.id);
        if (user?.passwordHash === null) {
          return refuse('wrong_state', 'Choose a password first, so that you can still sign in.');
        }
        if (await store.deleteIdentity(tx, viewer.id, name)) {
          const note = NAMES[name];
          await securityLog.record({ kind: 'provider_unlinked', userId: viewer.id, from, note }, tx);
        }
        return undefined;
      });
    },
  };
}
