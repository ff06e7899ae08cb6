import { useQueryClient } from '@tanstack/react-query';
import type { LabRequest } from '@vialproof/contract/lab';
import { useEffect } from 'react';
import { followLive } from '../lib/live';
import { labKey } from './queries';

/** A parcel is a hundred pieces of news; the pages ask once. */
const gatherMs = 300;

/** While the laboratory is open, what changes on the server changes on its pages: the queue, and the sample in view. */
export function useLive(person: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!person) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let changed = new Set<string>();
    let isAll = false;
    const refresh = () => {
      timer = undefined;
      const [ids, everything] = [changed, isAll];
      changed = new Set();
      isAll = false;
      void queries.invalidateQueries({ queryKey: [...labKey, 'queue'] });
      void queries.invalidateQueries({
        queryKey: [...labKey, 'request'],
        // A sample may be open under its task number as well as under its id.
        predicate: ({ state }) =>
          everything || ids.has((state.data as LabRequest | undefined)?.request.id ?? ''),
      });
    };
    const stop = followLive({}, (news) => {
      if (news && news.kind !== 'request') return;
      if (news) changed.add(news.id);
      else isAll = true;
      timer ??= setTimeout(refresh, gatherMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries, person]);
}
