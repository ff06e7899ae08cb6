import { isConfirmed, type Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { selectUser } from '../accounts.queries.ts';
import type { UserRow } from '../accounts.tables.ts';
import { isWrongProof, proveViewer } from './prove-viewer.ts';

const NOT_THE_PASSWORD = 'This is not your current password.';

/**
 * Confirms who the person is before a change of the own account: by the current password or, for an account without
 * one, by a confirmation within the last ten minutes. Refusals: `invalid_fields`, `step_up_required`, `rate_limited`,
 * and `unauthenticated` if the session has ended.
 */
export async function confirmViewer(
  ctx: AccountsContext,
  viewer: Viewer,
  password: string | undefined,
  from: Client,
): Promise<UserRow | Refusal> {
  const user = await selectUser(ctx, viewer.id);
  if (user.passwordHash === null)
    return isConfirmed(viewer, ctx.platform.clock.now()) ? user : refuse('step_up_required');
  if (!password) return notThePassword(NOT_THE_PASSWORD);
  const outcome = await proveViewer(ctx, viewer, user, { password }, from);
  if (isRefusal(outcome) || !isWrongProof(outcome)) return outcome;
  return notThePassword(outcome.endedSentence ?? NOT_THE_PASSWORD, outcome.endedSentence !== undefined);
}

const notThePassword = (message: string, hasEnded = false): Refusal =>
  refuse('invalid_fields', message, {
    errors: [{ path: 'current_password', message }],
    ...(hasEnded && { session_ended: true }),
  });
