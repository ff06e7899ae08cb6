import { createRoute, z } from '@hono/zod-openapi';
import { idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './mails.ts';

const tags = ['Administration'];
const adminOnly = ['unauthenticated', 'forbidden', 'not_found'] as const;

export const listMails = createRoute({
  method: 'get',
  path: '/lab/mails',
  tags,
  security: signedIn,
  summary: 'Mails that have not left: those that are tried again, and those that were given up; admins only',
  request: { query: shape.MailsQuery },
  responses: { 200: json(shape.UnsentMailPage, 'One page'), ...problems(...adminOnly, 'invalid_fields') },
});

export const sendMailAgain = createRoute({
  method: 'post',
  path: '/lab/mails/{id}/send-again',
  tags,
  security: signedIn,
  summary: 'Try a mail again now',
  request: { params: idParam },
  responses: {
    202: json(z.object({}), 'It is tried at once, and then as a new one'),
    ...problems(...adminOnly, 'cross_site', 'wrong_state'),
  },
});
