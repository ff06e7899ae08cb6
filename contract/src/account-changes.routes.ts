import { createRoute, z } from '@hono/zod-openapi';
import * as shape from './account-changes.ts';
import { Profile, SignedIn } from './accounts.ts';
import { body, json, problems, signedIn } from './answers.routes.ts';

const tags = ['Accounts'];
const security = signedIn;
/** A wrong current password is a field that is wrong (422), so that no client takes it for a lost session. */
const change = [
  'malformed',
  'unauthenticated',
  'cross_site',
  'sign_in_again',
  'invalid_fields',
  'rate_limited',
] as const;

export const getSecurity = createRoute({
  method: 'get',
  path: '/me/security',
  tags,
  security,
  summary: 'How your account is protected',
  responses: {
    200: json(z.object({ data: shape.SecuritySummary }), 'The state'),
    ...problems('unauthenticated'),
  },
});

export const changePassword = createRoute({
  method: 'put',
  path: '/me/password',
  tags,
  security,
  summary: 'Change your password; every session ends, and this answer holds a new one',
  request: { body: body(shape.ChangePasswordBody) },
  responses: { 200: json(SignedIn, 'Changed; go on with this session'), ...problems(...change) },
});

export const requestEmailChange = createRoute({
  method: 'post',
  path: '/me/email-change',
  tags,
  security,
  summary: 'Mail a code to your present address and one to the new; ask again for new codes after 60 s',
  request: { body: body(shape.ChangeEmailBody) },
  responses: {
    202: json(z.object({}), 'Codes were mailed; the same answer when the new address is taken'),
    ...problems(...change),
  },
});

export const confirmEmailChange = createRoute({
  method: 'post',
  path: '/me/email-change/confirm',
  tags,
  security,
  summary: 'Change the address with both codes; other devices are signed out',
  request: { body: body(shape.ConfirmEmailBody) },
  responses: {
    200: json(Profile, 'The profile with the new address'),
    ...problems(...change, 'code_invalid'),
  },
});

export const cancelEmailChange = createRoute({
  method: 'delete',
  path: '/me/email-change',
  tags,
  security,
  summary: 'Forget the change of address that waits for its codes',
  responses: { 204: { description: 'Nothing waits' }, ...problems('unauthenticated', 'cross_site') },
});

export const exportMyData = createRoute({
  method: 'get',
  path: '/me/export',
  tags,
  security,
  summary: 'Everything about you as a JSON file',
  responses: {
    200: json(
      z.object({}).loose(),
      'account, sessions, security_log, orders, payments and more, as an attachment',
    ),
    ...problems('unauthenticated', 'rate_limited'),
  },
});

export const getDeletion = createRoute({
  method: 'get',
  path: '/me/deletion',
  tags,
  security,
  summary: 'What deleting your account would mean',
  responses: {
    200: json(z.object({ data: shape.Deletion }), 'In sentences'),
    ...problems('unauthenticated'),
  },
});

export const deleteAccount = createRoute({
  method: 'post',
  path: '/me/deletion',
  tags,
  security,
  summary: 'Delete your account; orders and certificates stay without your name',
  request: { body: body(shape.DeleteAccountBody) },
  responses: {
    204: { description: 'Gone; signed out everywhere' },
    ...problems(...change, 'account_in_use', 'last_admin'),
  },
});
