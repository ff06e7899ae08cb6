import { useSearchParams } from 'react-router';
import { isSignInReason, type SignInReason, safeNext } from '../../lib/next';

/** The parameters of a sign-in page: the page that follows, the e-mail address, and the reason for the sign-in. */
export function useSignInParams(): { next: string | null; email: string; reason: SignInReason | null } {
  const [query] = useSearchParams();
  const reason = query.get('why');
  return {
    next: safeNext(query.get('next')),
    email: (query.get('email') ?? '').trim(),
    reason: isSignInReason(reason) ? reason : null,
  };
}
