import { z } from '@hono/zod-openapi';
import * as shape from './account-changes.ts';
import { Profile, SignedIn } from './accounts.ts';
import { data, json, routesOf } from './answers.routes.ts';

const route = routesOf('Accounts', 'own');

export const getSecurity = route('get', '/me/security', {
  summary: 'How your account is protected',
  answers: { 200: data(shape.SecuritySummary, 'The state') },
});

export const changePassword = route('put', '/me/password', {
  summary: 'Change your password; every session ends, and this answer holds a new one',
  body: shape.ChangePasswordBody,
  answers: { 200: json(SignedIn, 'Changed; go on with this session') },
  refuses: ['sign_in_again', 'step_up_required', 'rate_limited'],
});

export const requestEmailChange = route('post', '/me/email-change', {
  summary: 'Mail a code to your present address and one to the new; ask again for new codes after 60 s',
  body: shape.ChangeEmailBody,
  answers: { 202: json(z.object({}), 'Codes were mailed; the same answer when the new address is taken') },
  refuses: ['step_up_required', 'rate_limited'],
});

export const confirmEmailChange = route('post', '/me/email-change/confirm', {
  summary: 'Change the address with both codes; other devices are signed out',
  body: shape.ConfirmEmailBody,
  answers: { 200: json(Profile, 'The profile with the new address') },
  refuses: ['code_invalid'],
});

export const cancelEmailChange = route('delete', '/me/email-change', {
  summary: 'Forget the change of address that waits for its codes',
  answers: { 204: { description: 'Nothing waits' } },
});

export const exportMyData = route('get', '/me/export', {
  summary: 'Everything about you as a JSON file',
  answers: {
    200: json(
      z.object({}).loose(),
      'account, sessions, security_log, orders, payments and more, as an attachment',
    ),
  },
  refuses: ['rate_limited'],
});

export const getDeletion = route('get', '/me/deletion', {
  summary: 'What deleting your account would mean',
  answers: { 200: data(shape.Deletion, 'In sentences') },
});

export const deleteAccount = route('post', '/me/deletion', {
  summary: 'Delete your account; orders and certificates stay without your name',
  body: shape.DeleteAccountBody,
  answers: { 204: { description: 'Gone; signed out everywhere' } },
  refuses: ['sign_in_again', 'step_up_required', 'rate_limited', 'account_in_use', 'last_admin'],
});
