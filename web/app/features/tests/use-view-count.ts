import { useEffect } from 'react';
import { api } from '../../lib/api';

/** Tells the server once that somebody sees the page of this test: not before its tab is shown, and whatever it answers. */
export function useViewCount(id: string): void {
  useEffect(() => {
    const tell = () => {
      if (document.hidden) return;
      stop();
      api.tests[':id'].views.$post({ param: { id } }).catch(() => undefined);
    };
    const stop = () => document.removeEventListener('visibilitychange', tell);
    document.addEventListener('visibilitychange', tell);
    tell();
    return stop;
  }, [id]);
}
