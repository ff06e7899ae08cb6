import { randomBytes } from 'node:crypto';
import type { SecondFactorOn, SecondFactorSetup } from '@vialproof/contract/second-factor';
import { renderSVG } from 'uqr';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { describeUser, findFactors } from '../accounts.queries.ts';
import { lockUser } from '../accounts.store.ts';
import { describeSecret, newRecoveryCodes, SECRET_BYTES } from '../rules/second-factor.ts';
import * as store from '../second-factor.store.ts';
import { revokeSessionsOf, selectSession } from '../sessions.store.ts';
import { confirmViewer } from './confirm-viewer.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { forgetSessionCodeTries, limitSessionCode } from './limit-attempts.ts';
import { recordAccountChange, recordSecurityEvent } from './record-security-event.ts';
import { storedRecoveryCode, takeAuthenticatorCode } from './use-second-factor-code.ts';

/**
 * Makes a secret to scan; the first code then switches the second factor on. Refusals: `wrong_state` if one is on,
 * `passkey_required`.
 */
export async function beginSecondFactor(
  ctx: AccountsContext,
  viewer: Viewer,
  password: string | undefined,
  from: Client,
): Promise<SecondFactorSetup | Refusal> {
  const { db, clock, config } = ctx.platform;
  // Otherwise a password alone would bypass the passkey of staff.
  if (viewer.awaitsPasskey === 'unused') return refuse('passkey_required');
  const user = await confirmViewer(ctx, viewer, password, from);
  if (isRefusal(user)) return user;
  const secret = randomBytes(SECRET_BYTES);
  const sealed = ctx.sealing.secondFactor.seal(secret, user.id);
  const isPut = await db.transaction((tx) => store.putPendingFactor(tx, user.id, sealed, clock.now()));
  if (!isPut) return refuse('wrong_state', 'A second factor is on already.');
  const described = describeSecret(secret, config.brandName, user.email);
  return {
    secret: described.secret,
    otpauth_url: described.url,
    qr_svg: renderSVG(described.url, { ecc: 'M', border: 2 }),
  };
}

/**
 * Switches the second factor on with its first code, and signs out other devices. Refusals: `code_invalid`,
 * `wrong_state`, `rate_limited`, `passkey_required` if a passkey was added after the secret was made.
 */
export async function confirmSecondFactor(
  ctx: AccountsContext,
  viewer: Viewer,
  code: string,
  from: Client,
): Promise<SecondFactorOn | Refusal> {
  const { db, clock } = ctx.platform;
  if (viewer.awaitsPasskey === 'unused') return refuse('passkey_required');
  const refused = await limitSessionCode(ctx, viewer.sessionId);
  if (refused) return refused;
  const outcome = await db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    const factor = await store.findSecondFactor(tx, viewer.id);
    if (!user || !factor || factor.confirmedAt) {
      return refuse('wrong_state', 'There is no second factor that waits for its first code.');
    }
    if (!(await takeAuthenticatorCode(ctx, tx, user.id, factor.secret, code))) return refuse('code_invalid');
    const now = clock.now();
    await store.confirmFactor(tx, user.id, now);
    await revokeSessionsOf(tx, user.id, 'second factor switched on', now, viewer.sessionId);
    await recordAccountChange(ctx, tx, 'second_factor_on', { userId: user.id, actorId: user.id, from });
    await enqueueMail(ctx, tx, { kind: 'second_factor_on', userId: user.id });
    const recoveryCodes = await replaceRecoveryCodes(ctx, tx, user.id);
    const session = await selectSession(tx, viewer.sessionId);
    const described = describeUser(ctx, user, await findFactors(tx, user.id), session);
    return { recovery_codes: recoveryCodes, user: described };
  });
  if ('user' in outcome) await forgetSessionCodeTries(ctx, viewer.sessionId);
  return outcome;
}

/** Makes new recovery codes; the old ones stop working. Refusals: `code_invalid`, `rate_limited`, `wrong_state`. */
export async function renewRecoveryCodes(
  ctx: AccountsContext,
  viewer: Viewer,
  code: string,
  from: Client,
): Promise<{ recovery_codes: string[] } | Refusal> {
  const refused = await limitSessionCode(ctx, viewer.sessionId);
  if (refused) return refused;
  return ctx.platform.db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    const factor = await store.findSecondFactor(tx, viewer.id);
    if (!user || !factor?.confirmedAt) return refuse('wrong_state', 'The second factor is off.');
    if (!(await takeAuthenticatorCode(ctx, tx, user.id, factor.secret, code))) return refuse('code_invalid');
    await recordSecurityEvent(ctx, { kind: 'recovery_codes_renewed', userId: user.id, from }, tx);
    return { recovery_codes: await replaceRecoveryCodes(ctx, tx, user.id) };
  });
}

async function replaceRecoveryCodes(ctx: AccountsContext, tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const stored = codes.map((code) => storedRecoveryCode(ctx, userId, code));
  await store.replaceRecoveryCodes(tx, userId, stored, ctx.platform.clock.now());
  return codes;
}
