import { createRoute, z } from '@hono/zod-openapi';
import { SignedIn } from './accounts.ts';
import { body, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './second-factor.ts';

const tags = ['Accounts'];
const change = ['malformed', 'unauthenticated', 'cross_site', 'invalid_fields'] as const;

export const answerChallenge = createRoute({
  method: 'post',
  path: '/auth/second-factor',
  tags,
  summary: 'Answer the challenge of a sign-in with a code of the authenticator or a recovery code',
  request: { body: body(shape.AnswerChallengeBody) },
  responses: {
    200: json(SignedIn, 'Signed in'),
    ...problems(
      'malformed',
      'code_invalid',
      'sign_in_expired',
      'cross_site',
      'invalid_fields',
      'rate_limited',
    ),
  },
});

export const beginSecondFactor = createRoute({
  method: 'post',
  path: '/me/second-factor/setup',
  tags,
  security: signedIn,
  summary: 'Begin to set up a second factor; nothing changes before it is confirmed',
  request: { body: body(shape.BeginSecondFactorBody) },
  responses: {
    200: json(z.object({ data: shape.SecondFactorSetup }), 'The secret to put into an authenticator'),
    ...problems(...change, 'sign_in_again', 'wrong_state', 'rate_limited'),
  },
});

export const confirmSecondFactor = createRoute({
  method: 'post',
  path: '/me/second-factor/confirm',
  tags,
  security: signedIn,
  summary: 'Switch the second factor on with its first code; other devices are signed out',
  request: { body: body(shape.ConfirmSecondFactorBody) },
  responses: {
    200: json(z.object({ data: shape.SecondFactorOn }), 'On; the recovery codes are shown this once'),
    ...problems(...change, 'code_invalid', 'wrong_state', 'rate_limited'),
  },
});

export const newRecoveryCodes = createRoute({
  method: 'post',
  path: '/me/second-factor/recovery-codes',
  tags,
  security: signedIn,
  summary: 'New recovery codes; the old ones stop working',
  request: { body: body(shape.NewRecoveryCodesBody) },
  responses: {
    200: json(z.object({ data: shape.RecoveryCodes }), 'Shown this once'),
    ...problems(...change, 'code_invalid', 'wrong_state', 'rate_limited'),
  },
});

export const switchSecondFactorOff = createRoute({
  method: 'post',
  path: '/me/second-factor/off',
  tags,
  security: signedIn,
  summary: 'Switch the second factor off; not for staff where one is required',
  request: { body: body(shape.SecondFactorOffBody) },
  responses: {
    204: { description: 'Off' },
    ...problems(...change, 'code_invalid', 'sign_in_again', 'wrong_state', 'rate_limited'),
  },
});
