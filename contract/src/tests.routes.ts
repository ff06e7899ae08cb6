import { createRoute, z } from '@hono/zod-openapi';
import { file, idParam, json, problems } from './answers.routes.ts';
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

export const getTestCertificate = createRoute({
  method: 'get',
  path: '/tests/{id}/certificate',
  tags: ['Certificates'],
  summary: 'Download the Certificate of Analysis; a private one wants its owner’s or staff’s token',
  request: { params: idParam },
  responses: {
    200: file('application/pdf', 'The PDF, byte for byte as issued'),
    304: { description: 'You have it' },
    ...problems('unauthenticated', 'not_found', 'certificate_not_ready'),
  },
});

export const getCoa = createRoute({
  method: 'get',
  path: '/coa/{id}',
  tags: ['Certificates'],
  summary: 'The certificate of a request, to look at',
  request: { params: idParam },
  responses: {
    200: file('application/pdf', 'The PDF, byte for byte as issued'),
    304: { description: 'You have it' },
    ...problems('unauthenticated', 'not_found', 'certificate_not_ready'),
  },
});
