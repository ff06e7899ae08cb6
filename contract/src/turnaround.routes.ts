import { z } from '@hono/zod-openapi';
import { data, routesOf } from './answers.routes.ts';
import { KeptPromises, Turnaround } from './turnaround.ts';

const route = routesOf('Turnaround', 'open');

export const getTurnaround = route('get', '/turnaround', {
  summary: 'How long results took, measured over the last 90 days, for each family of the price list',
  answers: { 200: data(z.array(Turnaround), 'The families, in the order of the price list') },
});

export const labPromises = route('get', '/lab/turnaround', {
  summary: 'How many promised days were kept in the last 90 days',
  who: 'staff',
  answers: { 200: data(KeptPromises, 'The promises') },
});
