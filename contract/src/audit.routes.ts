import { z } from '@hono/zod-openapi';
import { data, json, routesOf } from './answers.routes.ts';
import * as shape from './audit.ts';

const route = routesOf('Audit log', 'admin');

export const searchAudit = route('get', '/lab/audit', {
  summary: 'Who saw, changed and released what, newest first',
  audited: 'audit_log.viewed',
  query: shape.AuditQuery,
  answers: { 200: json(shape.AuditPage, 'One page') },
  refuses: ['invalid_fields'],
});

export const auditActions = route('get', '/lab/audit/actions', {
  summary: 'Every word that stands in the log for something done',
  answers: { 200: data(z.array(z.string()), 'The words, in the order of the alphabet') },
});
