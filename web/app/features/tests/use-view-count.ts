import { useEffect } from 'react';
import { api } from '../../lib/api';

/** Counts one view of this test: only once its tab is visible, and only one call, whatever the answer. */
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
