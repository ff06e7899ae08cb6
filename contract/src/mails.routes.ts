import { z } from '@hono/zod-openapi';
import { idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './mails.ts';

const route = routesOf('Administration', 'admin');

export const listMails = route('get', '/lab/mails', {
  summary: 'Mails that have not left: those that are tried again, and those that were given up; admins only',
  audited: 'mail.list_viewed',
  query: shape.MailsQuery,
  answers: { 200: json(shape.UnsentMailPage, 'One page') },
  refuses: ['invalid_fields'],
});

export const sendMailAgain = route('post', '/lab/mails/{id}/send-again', {
  summary: 'Try a mail again now',
  params: idParam,
  answers: { 202: json(z.object({}), 'It is tried at once, and then as a new one') },
  refuses: ['wrong_state'],
});
