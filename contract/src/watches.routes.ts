import { z } from '@hono/zod-openapi';
import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './watches.ts';

const route = routesOf('Watches', 'open');

export const addWatch = route('post', '/watches', {
  summary: 'Be told by mail of new, amended and withdrawn public results; the mail that follows asks first',
  description:
    'Signed in, and with the address of your account, the watch begins at once and is the answer. Otherwise the answer is the same whether there is such a thing, whether it is watched already and whether a mail was sent. At most one mail a day asks about one watch, and at most five about all watches of one mailbox; five more when the owner of an account there asks, signed in, for another address of it. Once confirmed, one mail a day at most says what is new, and a withdrawn result is told at once. Links in the mails lead to `/watches/confirm` and `/watches/stop`: GET shows a page with a button, POST does it and needs no Origin.',
  body: shape.WatchBody,
  answers: { 202: json(z.object({ watch: shape.MyWatch.optional() }), 'Heard') },
  refuses: ['rate_limited'],
});

export const listMyWatches = route('get', '/me/watches', {
  summary: 'What the address of your account watches, newest first',
  who: 'own',
  answers: { 200: data(z.array(shape.MyWatch), 'The watches') },
});

export const stopMyWatch = route('delete', '/me/watches/{id}', {
  summary: 'Stop one of them',
  who: 'owner',
  params: idParam,
  answers: { 204: { description: 'Stopped' } },
  refuses: ['not_found'],
});

export const watchFigures = route('get', '/lab/watches', {
  summary: 'What is watched how often and which mails left, without addresses; admins only',
  who: 'admin',
  audited: 'watch.figures_viewed',
  answers: { 200: data(shape.WatchFigures, 'The figures') },
});
