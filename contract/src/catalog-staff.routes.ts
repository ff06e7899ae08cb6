import { createRoute, z } from '@hono/zod-openapi';
import { body, idParam, json, problems, signedIn } from './answers.routes.ts';
import * as shape from './catalog-staff.ts';

const tags = ['Catalog administration'];
const security = signedIn;
const one = json(z.object({ data: shape.StaffSku }), 'The test as it is now');
const all = json(z.object({ data: z.array(shape.StaffSku) }), 'Every test in the order of the price list');
const adminOnly = ['unauthenticated', 'forbidden', 'not_found'] as const;
const change = [...adminOnly, 'malformed', 'cross_site', 'invalid_fields'] as const;

export const listSkus = createRoute({
  method: 'get',
  path: '/lab/skus',
  tags,
  security,
  summary: 'Every test in the order of the price list, retired ones included',
  responses: { 200: all, ...problems(...adminOnly) },
});

export const createSku = createRoute({
  method: 'post',
  path: '/lab/skus',
  tags,
  security,
  summary: 'Sell a new test, at the end of the price list',
  request: { body: body(shape.CreateSkuBody) },
  responses: { 201: one, ...problems(...change) },
});

export const updateSku = createRoute({
  method: 'put',
  path: '/lab/skus/{id}',
  tags,
  security,
  summary: 'Change its words and price; orders that exist keep theirs',
  request: { params: idParam, body: body(shape.UpdateSkuBody) },
  responses: { 200: one, ...problems(...change, 'stale_version') },
});

const step = <P extends string>(path: P, summary: string) => ({
  method: 'post' as const,
  path: `/lab/skus/{id}/${path}` as const,
  tags,
  security,
  summary,
});

export const retireSku = createRoute({
  ...step('retire', 'Stop selling it; orders that exist go on'),
  request: { params: idParam, body: body(shape.SkuVersionBody) },
  responses: { 200: one, ...problems(...change, 'stale_version', 'wrong_state') },
});

export const bringBackSku = createRoute({
  ...step('bring-back', 'Sell it again'),
  request: { params: idParam, body: body(shape.SkuVersionBody) },
  responses: { 200: one, ...problems(...change, 'stale_version', 'wrong_state') },
});

export const placeSku = createRoute({
  ...step('place', 'Move it within the price list'),
  request: { params: idParam, body: body(shape.PlaceSkuBody) },
  responses: { 200: all, ...problems(...change) },
});

export const popularSku = createRoute({
  ...step('popular', 'Give it a place among the popular tests, or take it away'),
  request: { params: idParam, body: body(shape.PopularSkuBody) },
  responses: { 200: all, ...problems(...change, 'wrong_state') },
});
