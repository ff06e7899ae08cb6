import { z } from '@hono/zod-openapi';
import { data, idParam, routesOf } from './answers.routes.ts';
import { SessionEntry } from './sessions.ts';
import { Secret } from './signatures.ts';

const route = routesOf('Accounts', 'own');

export const listSessions = route('get', '/me/sessions', {
  summary: 'Where you are signed in, the last used first',
  answers: { 200: data(z.array(SessionEntry), 'The live sessions') },
});

export const endSession = route('delete', '/me/sessions/{id}', {
  summary: 'Sign one device out, at once',
  stepUp: 'everybody',
  who: 'owner',
  params: idParam,
  answers: { 204: { description: 'Signed out' } },
  refuses: ['not_found'],
});

export const endOtherSessions = route('post', '/me/sessions/sign-out-others', {
  summary: 'Sign every other device out, at once',
  stepUp: 'everybody',
  answers: { 200: data(z.object({ ended: z.int() }), 'How many were signed out') },
});

export const stepUp = route('post', '/auth/step-up', {
  summary: 'Confirm with a password, code or passkey that it is you; counts for ten minutes in this session',
  description:
    'A call that says `x-step-up` answers 403 `step_up_required` where neither the sign-in nor a confirmation is younger than that.',
  body: Secret,
  answers: { 204: { description: 'Confirmed' } },
  refuses: ['signature_refused', 'rate_limited'],
});
