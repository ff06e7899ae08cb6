import { createRoute, z } from '@hono/zod-openapi';
import { file, idParam, json, problems } from './answers.routes.ts';
import { Instant } from './primitives.ts';

const tags = ['Certificates'];
/** A signed address, as the calls that end in /link make them; it takes the place of a token. */
const link = z.object({ link: z.string().max(200).optional() });
const signed = json(
  z.object({ data: z.object({ url: z.string(), expires_at: Instant }) }),
  'An address that needs no token, once and within a minute',
);

export const getAttachment = createRoute({
  method: 'get',
  path: '/attachments/{id}',
  tags,
  summary: 'A file attached to a published result; of a private test for its owner and staff only',
  request: { params: idParam, query: link },
  responses: {
    200: file('application/octet-stream', 'The file'),
    304: { description: 'You have it' },
    ...problems('unauthenticated', 'not_found'),
  },
});

export const linkAttachment = createRoute({
  method: 'get',
  path: '/attachments/{id}/link',
  tags,
  summary: 'An address of an attached file that a browser can open by itself',
  request: { params: idParam },
  responses: { 200: signed, ...problems('unauthenticated', 'not_found') },
});

export const getPhoto = createRoute({
  method: 'get',
  path: '/photos/{id}',
  tags,
  summary: 'A photo of the vial; of a private test for its owner and staff only',
  request: { params: idParam, query: link },
  responses: {
    200: file('image/jpeg', 'The photo'),
    304: { description: 'You have it' },
    ...problems('unauthenticated', 'not_found'),
  },
});

export const linkPhoto = createRoute({
  method: 'get',
  path: '/photos/{id}/link',
  tags,
  summary: 'An address of a photo that a page can show by itself',
  request: { params: idParam },
  responses: { 200: signed, ...problems('unauthenticated', 'not_found') },
});
