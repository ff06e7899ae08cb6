import type { SignInProvider } from '@vialproof/contract/account-changes';
import * as openid from 'openid-client';
import { z } from 'zod';
import type { Config } from '../../../platform/config/config.ts';
import type { Measure } from '../../../platform/figures.ts';

/** What a sign-in provider says about a person. */
export type Identity = {
  subject: string;
  /** Undefined if the person did not share the address. */
  email: string | undefined;
  emailVerified: boolean;
  firstName: string;
  lastName: string;
};
/** The secrets of one sign-in, which the browser brings back in an encrypted cookie. */
export type Checks = { state: string; nonce: string; verifier: string };
type Settings = NonNullable<Config['signInProviders'][SignInProvider]>;
export type IdentityProvider = {
  /** The address of the provider to which the browser goes. Throws if the provider does not answer. */
  authorizationUrl(checks: Checks, redirectUri: string): Promise<URL>;
  /** Who the person is, from the provider's answer. Throws if a check fails. */
  identify(answer: URL, checks: Checks): Promise<Identity>;
};

const TIMEOUT_SECONDS = 5;

const GoogleClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
});
const DiscordUser = z.object({
  id: z.string().min(1).max(255),
  username: z.string(),
  global_name: z.string().nullish(),
  email: z.string().max(254).nullish(),
  verified: z.boolean().optional(),
});

export function newChecks(): Checks {
  return {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
}

/** Whether a provider uses http; only in tests. */
const isPlain = (issuer: string) => issuer.startsWith('http:');

/** Google: OpenID Connect. */
export function openIdProvider({ id, secret, issuer }: Settings, measured: Measure): IdentityProvider {
  let found: Promise<openid.Configuration> | undefined;

  function configuration(): Promise<openid.Configuration> {
    found ??= measured(() =>
      openid.discovery(new URL(issuer), id, secret, undefined, {
        timeout: TIMEOUT_SECONDS,
        // Also checks the signature of the ID token, although https alone would be enough.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isPlain(issuer) ? [openid.allowInsecureRequests] : []),
        ],
      }),
    ).catch((error: unknown) => {
      // After a failure, the next sign-in tries again.
      found = undefined;
      throw error;
    });
    return found;
  }

  return {
    async authorizationUrl({ state, nonce, verifier }, redirectUri) {
      return openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    async identify(answer, { state, nonce, verifier }) {
      const provider = await configuration();
      const tokens = await measured(() =>
        openid.authorizationCodeGrant(provider, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        }),
      );
      const claims = GoogleClaims.parse(tokens.claims());
      return {
        subject: claims.sub,
        email: claims.email,
        emailVerified: claims.email_verified === true,
        firstName: claims.given_name ?? claims.name ?? '',
        lastName: claims.family_name ?? '',
      };
    },
  };
}

/** Discord: OAuth 2. One more call returns who the person is. */
export function discordProvider({ id, secret, issuer }: Settings, measured: Measure): IdentityProvider {
  const made = new openid.Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/oauth2/authorize`,
      token_endpoint: `${issuer}/api/oauth2/token`,
    },
    id,
    undefined,
    openid.ClientSecretPost(secret),
  );
  made.timeout = TIMEOUT_SECONDS;
  if (isPlain(issuer)) openid.allowInsecureRequests(made);

  return {
    async authorizationUrl({ state, verifier }, redirectUri) {
      return openid.buildAuthorizationUrl(made, {
        redirect_uri: redirectUri,
        scope: 'identify email',
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    async identify(answer, { state, verifier }) {
      const user = await measured(async () => {
        const tokens = await openid.authorizationCodeGrant(made, answer, {
          expectedState: state,
          pkceCodeVerifier: verifier,
        });
        const address = new URL(`${issuer}/api/users/@me`);
        const response = await openid.fetchProtectedResource(made, tokens.access_token, address, 'GET');
        if (!response.ok) throw new Error(`the account call answered ${response.status}`);
        return DiscordUser.parse(await response.json());
      });
      return {
        subject: user.id,
        email: user.email ?? undefined,
        emailVerified: user.verified === true,
        firstName: user.global_name ?? user.username,
        lastName: '',
      };
    },
  };
}

const Trouble = z.object({
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  /** The HTTP status of the provider's answer. */
  status: z.number().optional().catch(undefined),
});

/** Whether the provider did not answer or had an error; false if it refused. */
export function isProviderDown(error: unknown): boolean {
  for (let at = error; typeof at === 'object' && at !== null; at = 'cause' in at ? at.cause : undefined) {
    const { name = '', message, code, status = 0 } = Trouble.safeParse(at).data ?? {};
    if (message === 'fetch failed' || code === 'OAUTH_TIMEOUT' || status >= 500) return true;
    if (name === 'TimeoutError' || name === 'AbortError') return true;
  }
  return false;
}
