import { createRoute, z } from '@hono/zod-openapi';
import { json, problems, signedIn } from './answers.routes.ts';
import * as shape from './audit.ts';

const tags = ['Audit log'];
const adminOnly = ['unauthenticated', 'forbidden', 'not_found'] as const;

export const searchAudit = createRoute({
  method: 'get',
  path: '/lab/audit',
  tags,
  security: signedIn,
  summary: 'Who saw, changed and released what, newest first',
  request: { query: shape.AuditQuery },
  responses: { 200: json(shape.AuditPage, 'One page'), ...problems(...adminOnly, 'invalid_fields') },
});

export const auditActions = createRoute({
  method: 'get',
  path: '/lab/audit/actions',
  tags,
  security: signedIn,
  summary: 'Every word that stands in the log for something done',
  responses: {
    200: json(z.object({ data: z.array(z.string()) }), 'The words, in the order of the alphabet'),
    ...problems(...adminOnly),
  },
});
