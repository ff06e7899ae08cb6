import { z } from '@hono/zod-openapi';
import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './staff.ts';

const route = routesOf('Staff', 'admin');

const member = json(z.object({ data: shape.StaffMember }), 'The account');

export const listStaff = route('get', '/lab/staff', {
  summary: 'Everybody with a role, for admins',
  audited: 'account.list_viewed',
  answers: { 200: data(z.array(shape.StaffMember), 'Staff') },
});

export const findPerson = route('get', '/lab/staff/find', {
  summary: 'The account of an e-mail address, for admins',
  audited: 'account.viewed',
  query: shape.FindPersonQuery,
  answers: { 200: member },
  refuses: ['invalid_fields'],
});

export const putRole = route('put', '/lab/staff/{id}/role', {
  summary: 'Give or take a role, from the next call on',
  stepUp: 'everybody',
  // The answer is the account, also if it has the role already and nothing changes.
  audited: 'account.viewed',
  params: idParam,
  body: shape.RoleBody,
  answers: { 200: member },
  refuses: ['last_admin', 'wrong_state'],
});

export const resetSecondFactor = route('post', '/lab/staff/{id}/second-factor/reset', {
  summary:
    'Remove the second factor and the passkeys of somebody else who lost the device; signs them out everywhere',
  stepUp: 'everybody',
  params: idParam,
  answers: { 200: member },
  refuses: ['wrong_state'],
});
