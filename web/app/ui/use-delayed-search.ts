import { useEffect, useEffectEvent } from 'react';
import { useLeaving } from '../lib/use-leaving';

/**
 * Calls `search` once the user has neither typed nor clicked for `delay` milliseconds, if `text` differs from `sought`,
 * the search text in the address. While another page loads, it waits.
 */
export function useDelayedSearch(
  text: string,
  sought: string,
  delay: number,
  search: (text: string) => void,
): void {
  const begin = useEffectEvent(search);
  const isLeaving = useLeaving();
  useEffect(() => {
    if (isLeaving || text === sought) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => begin(text), delay);
    };
    wait();
    // A click can start a navigation, which React Router reports only some milliseconds later.
    document.addEventListener('click', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', wait);
    };
  }, [text, sought, delay, isLeaving]);
}
