import type { SignInProvider } from '@vialproof/contract/account-changes';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { createSealing } from '../../platform/sealing.ts';
import type { PrivacyPart } from './accounts.privacy.ts';
import { createAccessTokens } from './adapters/access-tokens.ts';
import {
  discordProvider,
  type IdentityProvider,
  isProviderDown,
  openIdProvider,
} from './adapters/identity-providers.ts';
import { prepareViewerLookup } from './sessions.store.ts';

export type AccountsContext = ReturnType<typeof accountsContext>;

export type AfterAccounts = {
  /** Runs after a person has changed the e-mail address. */
  afterAddressChange: (tx: Tx, change: { from: string; to: string }) => Promise<void>;
};

/** Makes the context of the accounts module; called once. */
export function accountsContext(platform: Platform, after: AfterAccounts) {
  const { config, db, figures } = platform;
  const { google, discord } = config.signInProviders;
  const measured = (name: SignInProvider) => figures.outside(name, (error) => !isProviderDown(error));
  const providers: Record<SignInProvider, IdentityProvider | undefined> = {
    google: google && openIdProvider(google, measured('google')),
    discord: discord && discordProvider(discord, measured('discord')),
  };
  const privacyParts: PrivacyPart[] = [];
  return {
    platform,
    /** The secret keys for hashes of codes, limits, devices and registrations. */
    secrets: config.secrets.code,
    accessTokens: createAccessTokens(config.secrets.jwt),
    /** The sign-in providers that are configured. */
    providers,
    sealing: {
      secondFactor: createSealing(config.secrets.code, 'second factor'),
      recoveryCode: createSealing(config.secrets.code, 'recovery code'),
      providerSignIn: createSealing(config.secrets.code, 'provider sign-in'),
    },
    /** Finds a signed-in person. Prepared once, because every call needs it. */
    findViewer: prepareViewerLookup(db.orm),
    /** The functions of other modules that export and delete personal data. */
    privacyParts,
    ...after,
  };
}
