import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLive } from '../lib/live';
import { labKey } from './queries';

/** While the laboratory is open, what changes on the server changes on its pages: the queue, and each sample. */
export function useLive(person: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!person) return undefined;
    return followLive({}, (news) => {
      if (news && news.kind !== 'request') return;
      for (const part of ['queue', 'request']) {
        void queries.invalidateQueries({ queryKey: [...labKey, part] });
      }
    });
  }, [queries, person]);
}
