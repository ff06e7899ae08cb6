import { data, idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './showcases.ts';

const route = routesOf('Showcase', 'owner');

export const nextShowcase = route('get', '/showcases/next', {
  summary: 'Which week of display your public result would get, and what it costs; reserves nothing',
  query: shape.NextShowcaseQuery,
  answers: { 200: data(shape.NextShowcase, 'The week and its price') },
  refuses: ['not_found', 'not_showable', 'showcase_closed', 'wrong_state', 'invalid_fields'],
});

export const createShowcase = route('post', '/showcases', {
  summary:
    'Reserve the first free week of display in Discoveries for your public result; paid by POST /api/checkout with its id',
  description: 'While a week of the result is reserved and not paid, the same is answered again.',
  body: shape.CreateShowcaseBody,
  answers: { 201: data(shape.ReservedShowcase, 'The week, reserved for an hour') },
  refuses: ['not_found', 'not_showable', 'showcase_closed', 'wrong_state', 'rate_limited'],
});

export const listMyShowcases = route('get', '/me/showcases', {
  summary: 'Your weeks of display with their views, newest first',
  who: 'own',
  query: shape.MyShowcasesQuery,
  answers: { 200: json(shape.MyShowcases, 'One page') },
  refuses: ['invalid_fields'],
});

export const getDiscoveries = route('get', '/discoveries', {
  summary: 'The newest published results, and apart from them those whose display is paid',
  who: 'open',
  answers: { 200: data(shape.Discoveries, 'What the home page shows') },
});

export const countView = route('post', '/tests/{id}/views', {
  summary: 'A browser shows the page of a test; counted while a week of display runs',
  who: 'open',
  isBetterSignedIn: true,
  description: 'The answer is the same whether it is counted or not. Nothing of the reader is stored.',
  params: idParam,
  answers: { 204: { description: 'Taken note of' } },
});

export const labShowcases = route('get', '/lab/showcases', {
  summary: 'All weeks of display, newest first; admins',
  who: 'admin',
  audited: 'showcase.list_viewed',
  query: shape.StaffShowcasesQuery,
  answers: { 200: json(shape.StaffShowcasePage, 'One page') },
  refuses: ['invalid_fields'],
});

export const labShowcaseCalendar = route('get', '/lab/showcases/calendar', {
  summary: 'Which result has a place on which day, from today on; admins',
  who: 'admin',
  audited: 'showcase.calendar_viewed',
  answers: { 200: data(shape.ShowcaseCalendar, 'The days') },
});

export const stopShowcase = route('post', '/lab/showcases/{id}/stop', {
  summary: 'End a week of display; its days that have not begun are refunded; admins',
  stepUp: 'everybody',
  who: 'admin',
  params: idParam,
  body: shape.StopShowcaseBody,
  answers: { 200: data(shape.StaffShowcase, 'The week as it is now') },
  refuses: ['wrong_state'],
});
