import { useSearchParams } from 'react-router';
import { isSignInReason, type SignInReason, safeNext } from '../../lib/next';

/** What the address of a sign-in page says: the page to go on to, the mailed address, and why one is here. */
export function useSignInParams(): { next: string | null; email: string; reason: SignInReason | null } {
  const [query] = useSearchParams();
  const reason = query.get('why');
  return {
    next: safeNext(query.get('next')),
    email: (query.get('email') ?? '').trim(),
    reason: isSignInReason(reason) ? reason : null,
  };
}
