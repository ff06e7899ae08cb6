import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { PageState } from './query-client';

/** Puts what the loader packed into the cache, before the page below asks for it. */
export function Hydrate({ state, children }: PageState & { children: ReactNode }) {
  const unpacked = useMemo(() => (state === null ? null : (JSON.parse(state) as DehydratedState)), [state]);
  return <HydrationBoundary state={unpacked}>{children}</HydrationBoundary>;
}
