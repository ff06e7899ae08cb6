import { useSearchParams } from 'react-router';
import { safeNext } from '../../lib/next';

/** The page that was asked for (`?next=`), and the address that a mailed code went to (`?email=`). */
export function useAsked(): { next: string | null; email: string } {
  const [query] = useSearchParams();
  return { next: safeNext(query.get('next')), email: (query.get('email') ?? '').trim() };
}
