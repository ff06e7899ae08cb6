import { createRoute, z } from '@hono/zod-openapi';
import { idParam, json, problems } from './answers.routes.ts';
import * as shape from './tests.ts';

const tags = ['Public tests'];

export const listTests = createRoute({
  method: 'get',
  path: '/tests',
  tags,
  summary: 'Paid and later tests, newest published first; private ones reduced',
  request: { query: shape.TestsQuery },
  responses: { 200: json(shape.TestsPage, 'One page'), ...problems('invalid_fields') },
});

export const getTest = createRoute({
  method: 'get',
  path: '/tests/{id}',
  tags,
  summary: 'One test; a private one reduced',
  request: { params: idParam },
  responses: { 200: json(z.object({ data: shape.PublicTest }), 'The test'), ...problems('not_found') },
});
