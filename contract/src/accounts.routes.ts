import { z } from '@hono/zod-openapi';
import * as shape from './accounts.ts';
import { json, routesOf } from './answers.routes.ts';
import { Challenged } from './second-factor.ts';

const route = routesOf('Accounts', 'open');

const Empty = z.object({});

export const register = route('post', '/auth/register', {
  summary: 'Open an account',
  description: 'The same answer when the address is taken; its owner gets a mail that says so.',
  body: shape.RegisterBody,
  answers: { 201: json(shape.Registered, 'A code was mailed') },
  refuses: ['rate_limited'],
});

export const verifyEmail = route('post', '/auth/verify-email', {
  summary: 'Confirm the address with the mailed code and sign in',
  body: shape.VerifyEmailBody,
  answers: { 200: json(shape.SignedIn, 'Signed in') },
  refuses: ['code_invalid', 'rate_limited'],
});

export const resendCode = route('post', '/auth/verify-email/resend', {
  summary: 'Mail a new code',
  body: shape.EmailBody,
  answers: { 202: json(Empty, 'A code was mailed if the address waits for one') },
  refuses: ['rate_limited'],
});

export const login = route('post', '/auth/login', {
  summary: 'Sign in',
  description:
    'Whoever has switched a second factor on gets 202 with a challenge instead of a session, and answers it at /auth/second-factor.',
  body: shape.LoginBody,
  answers: {
    200: json(shape.SignedIn, 'Signed in'),
    202: json(Challenged, 'The password was right; the second factor is asked for'),
  },
  refuses: ['invalid_credentials', 'email_unverified', 'rate_limited'],
});

export const refresh = route('post', '/auth/refresh', {
  summary: 'Trade a refresh token for a new pair',
  body: shape.RefreshBody,
  answers: { 200: json(shape.SignedIn, 'A new pair') },
  refuses: ['unauthenticated'],
});

export const logout = route('post', '/auth/logout', {
  summary: 'End the session of this refresh token',
  body: shape.RefreshBody,
  answers: { 204: { description: 'Ended' } },
});

export const requestReset = route('post', '/auth/reset-password/request', {
  summary: 'Mail a code for a new password',
  description:
    'Answers with a cookie of this browser, whether or not the address has an account: the code is right only together with it. A mailbox gets four such mails an hour for browsers that the account does not know, each with a code for up to five that asked, and one further for each that it knows: the code is mailed at once or within 15 minutes, and made then.',
  body: shape.EmailBody,
  answers: { 202: json(Empty, 'A code is mailed if the address has an account') },
  refuses: ['rate_limited'],
});

export const verifyResetCode = route('post', '/auth/reset-password/verify-code', {
  summary: 'Check the code; answers with a single-use cookie for the new password',
  description:
    'Wants the cookie of the browser that asked. Without it no code is right, and no try counts against one.',
  body: shape.VerifyEmailBody,
  answers: { 200: json(Empty, 'The code was right') },
  refuses: ['code_invalid', 'rate_limited'],
});

export const setNewPassword = route('post', '/auth/reset-password/new', {
  summary: 'Set the new password with the cookie of the checked code',
  body: shape.NewPasswordBody,
  answers: { 204: { description: 'Set; every session has ended' } },
  refuses: ['reset_expired'],
});

export const getProfile = route('get', '/me/profile', {
  summary: 'Your profile',
  who: 'own',
  answers: { 200: json(shape.Profile, 'The profile') },
});

export const putProfile = route('put', '/me/profile', {
  summary: 'Change your profile',
  who: 'own',
  description:
    'A new display name that could be taken for the laboratory’s own people is refused; look-alike letters and digits count as what they look like.',
  body: shape.ProfileBody,
  answers: { 200: json(shape.Profile, 'The profile as it is now') },
});
