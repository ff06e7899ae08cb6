import { createRoute, z } from '@hono/zod-openapi';
import { idParam, json, problems, signedIn } from './answers.routes.ts';
import { SessionEntry } from './sessions.ts';

const tags = ['Accounts'];

export const listSessions = createRoute({
  method: 'get',
  path: '/me/sessions',
  tags,
  security: signedIn,
  summary: 'Where you are signed in, the last used first',
  responses: {
    200: json(z.object({ data: z.array(SessionEntry) }), 'The live sessions'),
    ...problems('unauthenticated'),
  },
});

export const endSession = createRoute({
  method: 'delete',
  path: '/me/sessions/{id}',
  tags,
  security: signedIn,
  summary: 'Sign one device out, at once',
  request: { params: idParam },
  responses: {
    204: { description: 'Signed out' },
    ...problems('unauthenticated', 'cross_site', 'not_found'),
  },
});

export const endOtherSessions = createRoute({
  method: 'post',
  path: '/me/sessions/sign-out-others',
  tags,
  security: signedIn,
  summary: 'Sign every other device out, at once',
  responses: {
    200: json(z.object({ data: z.object({ ended: z.int() }) }), 'How many were signed out'),
    ...problems('unauthenticated', 'cross_site'),
  },
});
