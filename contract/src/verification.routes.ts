import { createRoute, z } from '@hono/zod-openapi';
import { json, problems } from './answers.routes.ts';
import * as shape from './verification.ts';

export const verifyTest = createRoute({
  method: 'get',
  path: '/tests/verify',
  tags: ['Verification'],
  summary: 'Check a task number with its unique key',
  request: { query: shape.VerifyQuery },
  responses: {
    200: json(z.object({ data: shape.Verification }), 'The pair belongs to a test'),
    ...problems('verification_failed', 'invalid_fields', 'rate_limited'),
  },
});
