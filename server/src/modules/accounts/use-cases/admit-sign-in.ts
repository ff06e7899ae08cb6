import { isRefusal, type Refusal, unwrap } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';

/** What a sign-in answers. A refusal is counted by its reason, for /metrics, and thrown. */
export async function admit<T>(
  { platform }: AccountsContext,
  answering: Promise<T>,
): Promise<Exclude<T, Refusal>> {
  const answer = await answering;
  if (isRefusal(answer)) platform.figures.countRefusedSignIn(answer.code);
  return unwrap(answer);
}
