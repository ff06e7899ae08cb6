import { queryOptions } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { api } from '../../lib/api';

// The keys are below 'me', like all data of the signed-in user.

/** The security settings of the account. */
export const securityQuery = queryOptions({
  queryKey: ['me', 'security'],
  queryFn: async () => (await parseResponse(api.me.security.$get())).data,
});

/** The devices on which the user is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async () => (await parseResponse(api.me.sessions.$get())).data,
});

export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: async () => (await parseResponse(api.me.passkeys.$get())).data,
});
