import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';

// All keys are below 'me', so one invalidation after a write refreshes all data of the signed-in user.
export const mine = ['me'] as const;

export function testQuery(id: string) {
  return queryOptions({
    queryKey: [...mine, 'test', id],
    queryFn: () => parseResponse(api.me.tests[':id'].$get({ param: { id } })),
  });
}
