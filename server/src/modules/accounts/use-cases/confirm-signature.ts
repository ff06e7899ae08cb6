import type { Secret } from '@vialproof/contract/signatures';
import type { Viewer } from '../../../platform/access.ts';
import type { Client } from '../../../platform/http/browser.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { selectUser } from '../accounts.queries.ts';
import { isWrongProof, proveViewer } from './prove-viewer.ts';

const WRONG = {
  password: 'This is not your password.',
  code: 'This code is not right, or it was used already.',
  passkey: 'This passkey was not accepted.',
};

/**
 * Asks for a password, a code or a passkey before a signature or a step-up. Refusals: `signature_refused`,
 * `rate_limited`. After 20 wrong ones in a row the session ends, and the answer is `unauthenticated`.
 */
export async function confirmSignature(
  ctx: AccountsContext,
  viewer: Viewer,
  secret: Secret,
  from: Client,
): Promise<Refusal | undefined> {
  const { password, code, passkey } = secret;
  if (!password && !code && !passkey) return refuse('signature_refused');
  const user = await selectUser(ctx, viewer.id);
  const outcome = await proveViewer(ctx, viewer, user, secret, from);
  if (isRefusal(outcome)) return outcome;
  if (!isWrongProof(outcome)) return undefined;
  const path = passkey ? 'passkey' : code ? 'code' : 'password';
  const message = outcome.endedSentence ?? WRONG[path];
  return refuse('signature_refused', message, {
    errors: [{ path, message }],
    ...(outcome.endedSentence && { session_ended: true }),
  });
}
