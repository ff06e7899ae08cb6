import { queryOptions } from '@tanstack/react-query';
import type { Masses } from '@vialproof/contract/methods';
import { api } from '../../lib/api';
import { read } from '../../lib/client';
import { labKey } from '../queries';

/** The masses of a formula and, with an observed figure, the ion that it may be. They never change. */
export function massesQuery(formula: string, observed?: number) {
  return queryOptions({
    queryKey: [...labKey, 'masses', formula, observed ?? null],
    queryFn: async (): Promise<Masses> =>
      (
        await read(
          api.lab.masses.$get({
            query: { formula, ...(observed === undefined ? {} : { observed: String(observed) }) },
          }),
        )
      ).data,
    enabled: formula !== '',
    staleTime: Number.POSITIVE_INFINITY,
    // A bad formula is the answer.
    retry: false,
  });
}
