import { useQueryClient } from '@tanstack/react-query';
import type { LabRequest } from '@vialproof/contract/lab';
import { useEffect, useRef } from 'react';
import { useLive } from '../lib/use-live';
import { labKey } from './queries';

/** A parcel sends a hundred events at once. The pages wait this long, and load once. */
const gatherMs = 300;

/** Keeps the open pages of the laboratory up to date. */
export function useLiveLab(isStaff: boolean): void {
  const queries = useQueryClient();
  const gathered = useRef({ ids: new Set<string>(), isAll: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = () => {
    timer.current = undefined;
    const { ids, isAll } = gathered.current;
    gathered.current = { ids: new Set(), isAll: false };
    void queries.invalidateQueries({ queryKey: [...labKey, 'queue'] });
    void queries.invalidateQueries({
      queryKey: [...labKey, 'request'],
      // The address of a sample may contain its task number or its id.
      predicate: ({ state }) => isAll || ids.has((state.data as LabRequest | undefined)?.request.id ?? ''),
    });
  };
  useLive(isStaff ? {} : undefined, (news) => {
    if (news && news.kind !== 'request') return;
    if (news) gathered.current.ids.add(news.id);
    else gathered.current.isAll = true;
    timer.current ??= setTimeout(refresh, gatherMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
