import { z } from '@hono/zod-openapi';
import { data, idParam, routesOf } from './answers.routes.ts';
import { SessionEntry } from './sessions.ts';

const route = routesOf('Accounts', 'own');

export const listSessions = route('get', '/me/sessions', {
  summary: 'Where you are signed in, the last used first',
  answers: { 200: data(z.array(SessionEntry), 'The live sessions') },
});

export const endSession = route('delete', '/me/sessions/{id}', {
  summary: 'Sign one device out, at once',
  who: 'owner',
  params: idParam,
  answers: { 204: { description: 'Signed out' } },
  refuses: ['not_found'],
});

export const endOtherSessions = route('post', '/me/sessions/sign-out-others', {
  summary: 'Sign every other device out, at once',
  answers: { 200: data(z.object({ ended: z.int() }), 'How many were signed out') },
});
