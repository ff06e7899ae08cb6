import { z } from '@hono/zod-openapi';
import { SignedIn } from './accounts.ts';
import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './passkeys.ts';

const route = routesOf('Accounts', 'own');

export const challengePasskey = route('post', '/auth/passkeys/options', {
  summary: 'A challenge for a passkey: for a sign-in, its second step, a step-up or a signature',
  description:
    'Without a token and without `challenge`, the browser offers the passkeys that it has for this site. With one of them, it offers those of that person.',
  who: 'open',
  isBetterSignedIn: true,
  body: shape.PasskeyOptionsBody,
  answers: { 200: data(shape.PasskeyRequestOptions, 'Answer it within five minutes, once') },
  refuses: ['sign_in_expired', 'rate_limited'],
});

export const signInWithPasskey = route('post', '/auth/passkeys/sign-in', {
  summary: 'Sign in with a passkey; it counts as both factors',
  who: 'open',
  body: shape.PasskeySignInBody,
  answers: { 200: json(SignedIn, 'Signed in') },
  refuses: ['passkey_refused', 'email_unverified', 'rate_limited'],
});

export const beginPasskey = route('post', '/auth/passkeys/registration-options', {
  summary: 'Begin to add a passkey; nothing changes before it is registered',
  stepUp: 'everybody',
  answers: { 200: data(shape.PasskeyCreationOptions, 'Make the passkey within five minutes') },
  refuses: ['passkey_required', 'wrong_state', 'rate_limited'],
});

export const registerPasskey = route('post', '/auth/passkeys/register', {
  summary: 'Add a passkey',
  stepUp: 'everybody',
  body: shape.RegisterPasskeyBody,
  answers: { 201: data(shape.Passkey, 'Added') },
  refuses: ['passkey_refused', 'passkey_required', 'wrong_state', 'rate_limited'],
});

export const listPasskeys = route('get', '/me/passkeys', {
  summary: 'Your passkeys, the oldest first',
  answers: { 200: data(z.array(shape.Passkey), 'The passkeys') },
});

export const removePasskey = route('delete', '/me/passkeys/{id}', {
  summary: 'Remove a passkey; not the last one of staff who need it',
  stepUp: 'everybody',
  who: 'owner',
  params: idParam,
  answers: { 204: { description: 'Removed' } },
  refuses: ['not_found', 'passkey_required', 'wrong_state'],
});
