import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './history.ts';

const route = routesOf('Laboratory', 'reviewer');

export const labHistory = route('get', '/lab/requests/{id}/audit', {
  summary: 'Who changed what of a sample, from what to what, newest first',
  audited: 'request.viewed',
  params: idParam,
  query: shape.HistoryQuery,
  answers: { 200: json(shape.HistoryPage, 'One page') },
  refuses: ['own_order', 'invalid_fields'],
});

export const labMoment = route('get', '/lab/requests/{id}/history', {
  summary: 'The newest revision of a moment as it was then',
  audited: 'request.viewed',
  params: idParam,
  query: shape.MomentQuery,
  answers: { 200: data(shape.PastDraft.nullable(), 'As it was then; null before the first') },
  refuses: ['own_order', 'invalid_fields'],
});
