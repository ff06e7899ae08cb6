import { createRoute, z } from '@hono/zod-openapi';
import { body, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './staff.ts';

const tags = ['Staff'];
const adminOnly = ['unauthenticated', 'forbidden', 'not_found'] as const;
const member = json(z.object({ data: shape.StaffMember }), 'The account');

export const listStaff = createRoute({
  method: 'get',
  path: '/lab/staff',
  tags,
  security: signedIn,
  summary: 'Everybody with a role, for admins',
  responses: {
    200: json(z.object({ data: z.array(shape.StaffMember) }), 'Staff'),
    ...problems(...adminOnly),
  },
});

export const findPerson = createRoute({
  method: 'get',
  path: '/lab/staff/find',
  tags,
  security: signedIn,
  summary: 'The account of an e-mail address, for admins',
  request: { query: shape.FindPersonQuery },
  responses: { 200: member, ...problems(...adminOnly, 'invalid_fields') },
});

export const putRole = createRoute({
  method: 'put',
  path: '/lab/staff/{id}/role',
  tags,
  security: signedIn,
  summary: 'Give or take a role, from the next call on',
  request: { params: idParam, body: body(shape.RoleBody) },
  responses: {
    200: member,
    ...problems(...adminOnly, 'malformed', 'cross_site', 'last_admin', 'wrong_state', 'invalid_fields'),
  },
});

export const resetSecondFactor = createRoute({
  method: 'post',
  path: '/lab/staff/{id}/second-factor/reset',
  tags,
  security: signedIn,
  summary: 'Remove the second factor of somebody else who lost the device; signs them out everywhere',
  request: { params: idParam },
  responses: { 200: member, ...problems(...adminOnly, 'cross_site', 'wrong_state') },
});
