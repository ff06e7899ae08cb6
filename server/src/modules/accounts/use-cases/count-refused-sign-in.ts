import { isRefusal } from '../../../platform/refusal.ts';
import type { AccountsContext } from '../accounts.context.ts';

/** Counts the answer to a sign-in if it is a refusal, and returns it. */
export function countRefusedSignIn<Answer>({ platform }: AccountsContext, answer: Answer): Answer {
  if (isRefusal(answer)) platform.figures.countRefusedSignIn(answer.code);
  return answer;
}
