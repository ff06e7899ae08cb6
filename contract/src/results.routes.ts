import { z } from '@hono/zod-openapi';
import { file, idParam, json, routesOf } from './answers.routes.ts';
import { Instant } from './primitives.ts';

const route = routesOf('Certificates', 'result');

/** The secret part of a signed address, which replaces a token. Calls that end in /link return it. */
const link = z.object({ link: z.string().max(200).optional() });
const signed = json(
  z.object({ data: z.object({ url: z.string(), expires_at: Instant }) }),
  'An address that needs no token, once and within a minute',
);

export const getAttachment = route('get', '/attachments/{id}', {
  summary: 'A file attached to a published result; of a private test for its owner and staff only',
  audited: 'request.attachment_viewed',
  params: idParam,
  query: link,
  answers: { 200: file('application/octet-stream', 'The file'), 304: { description: 'You have it' } },
  refuses: ['unauthenticated', 'not_found'],
});

export const linkAttachment = route('get', '/attachments/{id}/link', {
  summary: 'An address of an attached file that a browser can open by itself',
  audited: 'request.attachment_viewed',
  params: idParam,
  answers: { 200: signed },
  refuses: ['unauthenticated', 'not_found'],
});

export const getPhoto = route('get', '/photos/{id}', {
  summary: 'A photo of the vial; of a private test for its owner and staff only',
  audited: 'request.photo_viewed',
  description:
    'While a redaction of it is proposed, for staff alone, like the redacted copy, which has the id of the proposal.',
  params: idParam,
  query: link,
  answers: { 200: file('image/jpeg', 'The photo'), 304: { description: 'You have it' } },
  refuses: ['unauthenticated', 'not_found'],
});

export const linkPhoto = route('get', '/photos/{id}/link', {
  summary: 'An address of a photo that a page can show by itself',
  audited: 'request.photo_viewed',
  params: idParam,
  answers: { 200: signed },
  refuses: ['unauthenticated', 'not_found'],
});
