import { createRoute, z } from '@hono/zod-openapi';
import { file, json, problems } from './answers.routes.ts';
import * as shape from './transparency.ts';

const tags = ['Public log'];

export const getLog = createRoute({
  method: 'get',
  path: '/log',
  tags,
  summary: 'The head of the public log and its newest entries',
  description: 'The log itself is served as C2SP tlog-tiles at /checkpoint and /tile/.',
  responses: { 200: json(z.object({ data: shape.PublicLog }), 'The head') },
});

export const getLogConsistency = createRoute({
  method: 'get',
  path: '/log/consistency',
  tags,
  summary: 'That the log of an earlier size is the beginning of the present one',
  request: { query: shape.ConsistencyQuery },
  responses: {
    200: json(z.object({ data: shape.LogConsistency }), 'The proof, and the head that it leads to'),
    ...problems('not_found', 'invalid_fields'),
  },
});

export const getKeys = createRoute({
  method: 'get',
  path: '/log/keys',
  tags,
  summary:
    'What is needed to check certificates and proofs without us: the log’s keys, every signing certificate, the root',
  responses: { 200: file('text/plain', 'Lines of verifier keys, and certificates as PEM') },
});
