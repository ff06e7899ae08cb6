import { createRoute } from '@hono/zod-openapi';
import { json, problems, signedIn } from './answers.routes.ts';
import * as shape from './security-log.ts';

export const mySecurityLog = createRoute({
  method: 'get',
  path: '/me/security-log',
  tags: ['Accounts'],
  security: signedIn,
  summary: 'What happened to your account: sign-ins, failed ones, changes',
  request: { query: shape.SecurityLogQuery },
  responses: {
    200: json(shape.SecurityLog, 'One page of 25'),
    ...problems('unauthenticated', 'invalid_fields'),
  },
});

export const staffSecurityLog = createRoute({
  method: 'get',
  path: '/lab/security-log',
  tags: ['Staff'],
  security: signedIn,
  summary: 'Security events of all accounts, for admins',
  request: { query: shape.StaffSecurityLogQuery },
  responses: {
    200: json(shape.StaffSecurityLog, 'One page of 25'),
    ...problems('unauthenticated', 'forbidden', 'not_found', 'invalid_fields'),
  },
});
