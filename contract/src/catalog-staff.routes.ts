import { z } from '@hono/zod-openapi';
import { idParam, json, routesOf } from './answers.routes.ts';
import * as shape from './catalog-staff.ts';

const route = routesOf('Catalog administration', 'admin');

const one = json(z.object({ data: shape.StaffSku }), 'The test as it is now');
const all = json(z.object({ data: z.array(shape.StaffSku) }), 'Every test in the order of the price list');

export const listSkus = route('get', '/lab/skus', {
  summary: 'Every test in the order of the price list, retired ones included',
  answers: { 200: all },
});

export const createSku = route('post', '/lab/skus', {
  summary: 'Sell a new test, at the end of the price list',
  body: shape.CreateSkuBody,
  answers: { 201: one },
});

export const updateSku = route('put', '/lab/skus/{id}', {
  summary: 'Change its words and price; orders that exist keep theirs',
  params: idParam,
  body: shape.UpdateSkuBody,
  answers: { 200: one },
  refuses: ['stale_version'],
});

export const retireSku = route('post', '/lab/skus/{id}/retire', {
  summary: 'Stop selling it; orders that exist go on',
  params: idParam,
  body: shape.SkuVersionBody,
  answers: { 200: one },
  refuses: ['stale_version', 'wrong_state'],
});

export const bringBackSku = route('post', '/lab/skus/{id}/bring-back', {
  summary: 'Sell it again',
  params: idParam,
  body: shape.SkuVersionBody,
  answers: { 200: one },
  refuses: ['stale_version', 'wrong_state'],
});

export const placeSku = route('post', '/lab/skus/{id}/place', {
  summary: 'Move it within the price list',
  params: idParam,
  body: shape.PlaceSkuBody,
  answers: { 200: all },
});

export const popularSku = route('post', '/lab/skus/{id}/popular', {
  summary: 'Give it a place among the popular tests, or take it away',
  params: idParam,
  body: shape.PopularSkuBody,
  answers: { 200: all },
  refuses: ['wrong_state'],
});
