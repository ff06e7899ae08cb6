import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { PageState } from './query-client';

/** Puts the loader's data into the query cache before the page reads it. The data count as new. */
export function Hydrate({ state, children }: PageState & { children: ReactNode }) {
  const answers = useMemo(() => (state === null ? null : parse(state)), [state]);
  return <HydrationBoundary state={answers}>{children}</HydrationBoundary>;
}

function parse(state: string): DehydratedState {
  const answers: DehydratedState = JSON.parse(state);
  for (const query of answers.queries) query.state.dataUpdatedAt = Date.now();
  return answers;
}
