import {
  MOST_PASSKEYS,
  type NewPasskeyResponse,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  type PasskeyResponse,
} from '@vialproof/contract/passkeys';
import type { Viewer } from '../../../platform/access.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { hashOpaque } from '../../../platform/opaque-token.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { selectUser } from '../accounts.queries.ts';
import {
  challengeOf,
  creationOptions,
  PASSKEY_SECONDS,
  type RelyingParty,
  requestOptions,
} from '../adapters/webauthn.ts';
import {
  type ChallengeOwner,
  insertPasskeyChallenge,
  listPasskeys,
  takePasskeyChallenge,
} from '../passkeys.store.ts';
import { findChallenge } from '../second-factor.store.ts';
import { limitPasskeyChallenges } from './limit-attempts.ts';

/** This installation, as authenticators know it: by the host of PUBLIC_URL. */
export function relyingParty({ platform }: AccountsContext): RelyingParty {
  const { hostname, origin } = new URL(platform.publicUrl());
  return { id: hostname, origin, name: platform.config.brandName };
}

/**
 * A challenge for a passkey: of the person in an unfinished sign-in, of the signed-in person, or of anybody. Refusals:
 * `sign_in_expired`, `rate_limited`.
 * @param token the unfinished sign-in.
 */
export async function challengePasskey(
  ctx: AccountsContext,
  viewer: Viewer | null,
  token: string | undefined,
  from: Client,
): Promise<PasskeyRequestOptions | Refusal> {
  const { db, clock } = ctx.platform;
  const signIn = token ? await findChallenge(db.orm, hashOpaque(token), clock.now()) : undefined;
  if (token && !signIn) return refuse('sign_in_expired');
  const userId = signIn?.userId ?? viewer?.id ?? null;
  const refused = await limitPasskeyChallenges(ctx, from, viewer?.id ?? null);
  if (refused) return refused;
  const allowed = userId === null ? undefined : await listPasskeys(db.orm, userId);
  const options = await requestOptions(relyingParty(ctx), allowed);
  await keepChallenge(ctx, options.challenge, { purpose: 'authenticate', userId });
  return options;
}

/** The first step of adding a passkey. Refusals: `passkey_required`, `wrong_state` at 20, `rate_limited`. */
export async function beginPasskey(
  ctx: AccountsContext,
  viewer: Viewer,
  from: Client,
): Promise<PasskeyCreationOptions | Refusal> {
  if (viewer.awaitsPasskey === 'unused') return refuse('passkey_required');
  const refused = await limitPasskeyChallenges(ctx, from, viewer.id);
  if (refused) return refused;
  const user = await selectUser(ctx, viewer.id);
  const existing = await listPasskeys(ctx.platform.db.orm, viewer.id);
  if (existing.length >= MOST_PASSKEYS) return refuseMore();
  const options = await creationOptions(relyingParty(ctx), user, existing);
  await keepChallenge(ctx, options.challenge, { purpose: 'register', userId: viewer.id });
  return options;
}

export const refuseMore = (): Refusal =>
  refuse('wrong_state', `You have ${MOST_PASSKEYS} passkeys. Remove one of them first.`);

function keepChallenge(
  { platform }: AccountsContext,
  challenge: string,
  owner: ChallengeOwner,
): Promise<void> {
  const now = platform.clock.now();
  return insertPasskeyChallenge(platform.db.orm, {
    ...owner,
    challengeHash: hashOpaque(challenge),
    createdAt: now,
    expiresAt: secondsAfter(now, PASSKEY_SECONDS),
  });
}

/** Uses up the challenge that a response answers. Undefined if this owner was not asked for it, or too long ago. */
export async function takeChallenge(
  { platform: { db, clock } }: AccountsContext,
  response: PasskeyResponse | NewPasskeyResponse,
  owner: ChallengeOwner,
): Promise<string | undefined> {
  const challenge = challengeOf(response);
  if (challenge === undefined) return undefined;
  const isAsked = await takePasskeyChallenge(db.orm, hashOpaque(challenge), owner, clock.now());
  return isAsked ? challenge : undefined;
}
