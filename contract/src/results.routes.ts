import { createRoute } from '@hono/zod-openapi';
import { file, idParam, problems } from './answers.routes.ts';

export const getAttachment = createRoute({
  method: 'get',
  path: '/attachments/{id}',
  tags: ['Certificates'],
  summary: 'A file attached to a published result; of a private test for its owner and staff only',
  request: { params: idParam },
  responses: {
    200: file('application/octet-stream', 'The file'),
    304: { description: 'You have it' },
    ...problems('unauthenticated', 'not_found'),
  },
});
