import { useEffect } from 'react';
import { api } from '../../lib/api';

/** Counts one view of this test when its tab becomes visible, with one call only. */
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
