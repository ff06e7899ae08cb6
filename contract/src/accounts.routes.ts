import { createRoute, z } from '@hono/zod-openapi';
import * as shape from './accounts.ts';
import { body, json, problems, signedIn } from './answers.routes.ts';
import { Challenged } from './second-factor.ts';

const Empty = z.object({});
const tags = ['Accounts'];

export const register = createRoute({
  method: 'post',
  path: '/auth/register',
  tags,
  summary: 'Open an account',
  description: 'The same answer when the address is taken; its owner gets a mail that says so.',
  request: { body: body(shape.RegisterBody) },
  responses: {
    201: json(shape.Registered, 'A code was mailed'),
    ...problems('malformed', 'cross_site', 'invalid_fields', 'rate_limited'),
  },
});

export const verifyEmail = createRoute({
  method: 'post',
  path: '/auth/verify-email',
  tags,
  summary: 'Confirm the address with the mailed code and sign in',
  request: { body: body(shape.VerifyEmailBody) },
  responses: {
    200: json(shape.SignedIn, 'Signed in'),
    ...problems('malformed', 'code_invalid', 'cross_site', 'invalid_fields', 'rate_limited'),
  },
});

export const resendCode = createRoute({
  method: 'post',
  path: '/auth/verify-email/resend',
  tags,
  summary: 'Mail a new code',
  request: { body: body(shape.EmailBody) },
  responses: {
    202: json(Empty, 'A code was mailed if the address waits for one'),
    ...problems('malformed', 'cross_site', 'invalid_fields', 'rate_limited'),
  },
});

export const login = createRoute({
  method: 'post',
  path: '/auth/login',
  tags,
  summary: 'Sign in',
  description:
    'Whoever has switched a second factor on gets 202 with a challenge instead of a session, and answers it at /auth/second-factor.',
  request: { body: body(shape.LoginBody) },
  responses: {
    200: json(shape.SignedIn, 'Signed in'),
    202: json(Challenged, 'The password was right; the second factor is asked for'),
    ...problems(
      'malformed',
      'invalid_credentials',
      'cross_site',
      'email_unverified',
      'invalid_fields',
      'rate_limited',
    ),
  },
});

export const refresh = createRoute({
  method: 'post',
  path: '/auth/refresh',
  tags,
  summary: 'Trade a refresh token for a new pair',
  request: { body: body(shape.RefreshBody) },
  responses: {
    200: json(shape.SignedIn, 'A new pair'),
    ...problems('malformed', 'unauthenticated', 'cross_site', 'invalid_fields'),
  },
});

export const logout = createRoute({
  method: 'post',
  path: '/auth/logout',
  tags,
  summary: 'End the session of this refresh token',
  request: { body: body(shape.RefreshBody) },
  responses: { 204: { description: 'Ended' }, ...problems('malformed', 'cross_site', 'invalid_fields') },
});

export const requestReset = createRoute({
  method: 'post',
  path: '/auth/reset-password/request',
  tags,
  summary: 'Mail a code for a new password',
  description:
    'Answers with a cookie of this browser, whether or not the address has an account: the code is right only together with it.',
  request: { body: body(shape.EmailBody) },
  responses: {
    202: json(Empty, 'A code was mailed if the address has an account'),
    ...problems('malformed', 'cross_site', 'invalid_fields', 'rate_limited'),
  },
});

export const verifyResetCode = createRoute({
  method: 'post',
  path: '/auth/reset-password/verify-code',
  tags,
  summary: 'Check the code; answers with a single-use cookie for the new password',
  description:
    'Wants the cookie of the browser that asked. Without it no code is right, and no try counts against one.',
  request: { body: body(shape.VerifyEmailBody) },
  responses: {
    200: json(Empty, 'The code was right'),
    ...problems('malformed', 'code_invalid', 'cross_site', 'invalid_fields', 'rate_limited'),
  },
});

export const setNewPassword = createRoute({
  method: 'post',
  path: '/auth/reset-password/new',
  tags,
  summary: 'Set the new password with the cookie of the checked code',
  request: { body: body(shape.NewPasswordBody) },
  responses: {
    204: { description: 'Set; every session has ended' },
    ...problems('malformed', 'reset_expired', 'cross_site', 'invalid_fields'),
  },
});

export const getProfile = createRoute({
  method: 'get',
  path: '/me/profile',
  tags,
  summary: 'Your profile',
  security: signedIn,
  responses: { 200: json(shape.Profile, 'The profile'), ...problems('unauthenticated') },
});

export const putProfile = createRoute({
  method: 'put',
  path: '/me/profile',
  tags,
  summary: 'Change your profile',
  description:
    'A new display name that could be taken for the laboratory’s own people is refused; look-alike letters and digits count as what they look like.',
  security: signedIn,
  request: { body: body(shape.ProfileBody) },
  responses: {
    200: json(shape.Profile, 'The profile as it is now'),
    ...problems('malformed', 'unauthenticated', 'cross_site', 'invalid_fields'),
  },
});
