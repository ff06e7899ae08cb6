import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type PageState, unpackState } from './query-client';

/**
 * Puts what the loader packed into the cache, before the page below asks for it. The server sends no page that something
 * has changed since, so the answers count as of now.
 */
export function Hydrate({ state, children }: PageState & { children: ReactNode }) {
  const unpacked = useMemo(() => (state === null ? null : unpack(state)), [state]);
  return <HydrationBoundary state={unpacked}>{children}</HydrationBoundary>;
}

function unpack(state: string): DehydratedState {
  const unpacked = unpackState(state);
  for (const query of unpacked.queries) query.state.dataUpdatedAt = Date.now();
  return unpacked;
}
