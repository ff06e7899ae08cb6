import type { SignedIn } from '@vialproof/contract/accounts';
import type { ProviderError } from '@vialproof/contract/providers';
import type { Challenged } from '@vialproof/contract/second-factor';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';
import { ApiProblem } from '../../lib/problem';

const reasons: Record<ProviderError, string> = {
  denied: 'The sign-in was cancelled.',
  unavailable: 'The sign-in service does not answer right now. Please try again, or use your password.',
  failed: 'The sign-in did not work. Please try again.',
  email_unverified: 'That account has no verified email address. Please register with your email instead.',
};

function isReason(text: string): text is ProviderError {
  return Object.hasOwn(reasons, text);
}

/**
 * Reads the result of a provider's sign-in behind `#`: a one-time code, which it exchanges for a session, or the reason
 * of a failure. Throws an ApiProblem with a sentence for users.
 */
export async function exchange(left: URLSearchParams): Promise<SignedIn | Challenged> {
  const code = left.get('provider_code');
  if (code) return parseResponse(api.auth.providers.exchange.$post({ json: { code } }));
  const reason = left.get('provider_error') ?? '';
  throw new ApiProblem(400, { detail: reasons[isReason(reason) ? reason : 'failed'] });
}
