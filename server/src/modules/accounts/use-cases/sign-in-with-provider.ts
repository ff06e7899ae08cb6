import type { SignInProvider } from '@vialproof/contract/account-changes';
import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProviderError } from '@vialproof/contract/providers';
import type { Challenged } from '@vialproof/contract/second-factor';
import { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { hashOpaque, newOpaqueToken } from '../../../platform/opaque-token.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { lockUser } from '../accounts.store.ts';
import { type Checks, type Identity, isProviderDown, newChecks } from '../adapters/identity-providers.ts';
import { consumeProviderSignIn, insertProviderSignIn } from '../providers.store.ts';
import { localPath, PROVIDER_CODE_SECONDS, PROVIDER_FLOW_SECONDS } from '../rules/provider-sign-in.ts';
import { linkProvider } from './link-provider.ts';
import { openAndSign, openSessionOrChallenge } from './open-session.ts';

/** The result of a step of the sign-in; `next` is the page to open afterwards. */
type Step<T> = { next: string | undefined } & (T | { error: ProviderError });

/** The contents of the encrypted cookie. */
const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().optional(),
  endsAt: z.number(),
});

export function isProviderConfigured({ providers }: AccountsContext, name: SignInProvider): boolean {
  return providers[name] !== undefined;
}

/** The address of the provider, and the secrets for the cookie; or an error. */
export async function startProviderSignIn(
  ctx: AccountsContext,
  name: SignInProvider,
  asked: string | undefined,
): Promise<Step<{ url: string; flow: string }>> {
  const next = localPath(asked);
  const { clock, log } = ctx.platform;
  const checks = newChecks();
  try {
    const url = await ctx.providers[name]?.authorizationUrl(checks, redirectUri(ctx, name));
    if (!url) return { next, error: 'failed' };
    const endsAt = secondsAfter(clock.now(), PROVIDER_FLOW_SECONDS).getTime();
    const flow = Buffer.from(JSON.stringify({ ...checks, next, endsAt }));
    return { next, url: url.href, flow: ctx.sealing.providerSignIn.seal(flow, name).toString('base64url') };
  } catch (error) {
    log.warn({ err: error, provider: name }, 'a sign-in provider is down');
    return { next, error: 'unavailable' };
  }
}

/** The result when the browser comes back: a one-time code, or an error. */
export async function finishProviderSignIn(
  ctx: AccountsContext,
  name: SignInProvider,
  query: URLSearchParams,
  sealed: string | undefined,
  from: Client,
): Promise<Step<{ code: string; browser: string }>> {
  const flow = openFlow(ctx, name, sealed);
  if (!flow) return { next: undefined, error: 'failed' };
  const { next } = flow;
  if (query.get('error') === 'access_denied' && query.get('state') === flow.state) {
    return { next, error: 'denied' };
  }
  const answer = new URL(`${redirectUri(ctx, name)}?${query}`);
  const identity = await identify(ctx, name, answer, flow);
  if (typeof identity === 'string') return { next, error: identity };
  return ctx.platform.db.transaction(async (tx) => {
    const user = await linkProvider(ctx, tx, name, identity, from);
    if (typeof user === 'string') return { next, error: user };
    const [code, browser] = [newOpaqueToken(), newOpaqueToken()];
    await insertProviderSignIn(tx, {
      codeHash: code.hash,
      browserHash: browser.hash,
      userId: user.id,
      provider: name,
      expiresAt: secondsAfter(ctx.platform.clock.now(), PROVIDER_CODE_SECONDS),
    });
    return { next, code: code.token, browser: browser.token };
  });
}

/** Exchanges the one-time code for a session or the question for a second factor. Refusal: `sign_in_expired`. */
export async function exchangeProviderCode(
  ctx: AccountsContext,
  code: string,
  browser: string | undefined,
  from: Client,
): Promise<SignedIn | Challenged | Refusal> {
  if (!browser) return refuse('sign_in_expired');
  return openAndSign(ctx, async (tx) => {
    const now = ctx.platform.clock.now();
    const found = await consumeProviderSignIn(tx, hashOpaque(code), hashOpaque(browser), now);
    const user = found && (await lockUser(tx, found.userId));
    if (!user || user.disabledAt) return refuse('sign_in_expired');
    return openSessionOrChallenge(ctx, tx, user, from, found.provider);
  });
}

function redirectUri({ platform }: AccountsContext, name: SignInProvider): string {
  return `${platform.publicUrl()}/api/auth/providers/${name}/callback`;
}

function openFlow({ platform, sealing }: AccountsContext, name: SignInProvider, sealed: string | undefined) {
  const plain = sealed ? sealing.providerSignIn.open(Buffer.from(sealed, 'base64url'), name) : undefined;
  const flow = plain && Flow.parse(JSON.parse(plain.toString()));
  return flow && flow.endsAt > platform.clock.now().getTime() ? flow : undefined;
}

async function identify(
  { platform, providers }: AccountsContext,
  name: SignInProvider,
  answer: URL,
  checks: Checks,
): Promise<Identity | ProviderError> {
  try {
    return (await providers[name]?.identify(answer, checks)) ?? 'failed';
  } catch (error) {
    const isDown = isProviderDown(error);
    const words = isDown ? 'a sign-in provider is down' : 'a sign-in did not fit';
    platform.log.warn({ err: error, provider: name }, words);
    return isDown ? 'unavailable' : 'failed';
  }
}
