import { ApiProblem } from '../../lib/problem';

// A broken server has a sentence too, but nobody decided anything: that is the alert's case.
const unexpected = ['internal', 'unavailable', 'unknown'];

/** What the server decided, to be shown beside the button. Undefined for what nobody decided, and for a lost session, which is told elsewhere. */
export function refusalOf(error: unknown): ApiProblem | undefined {
  if (!(error instanceof ApiProblem) || unexpected.includes(error.code)) return undefined;
  return error.code === 'unauthenticated' ? undefined : error;
}

/** Says what nobody decided. */
export function alertUnexpected(error: unknown): void {
  const isDecided = error instanceof ApiProblem && !unexpected.includes(error.code);
  if (!isDecided) window.alert('Could not create request. Please try again.');
}
