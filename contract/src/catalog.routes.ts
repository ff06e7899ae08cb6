import { z } from '@hono/zod-openapi';
import { data, routesOf } from './answers.routes.ts';
import { CatalogItem } from './catalog.ts';

const route = routesOf('Catalog', 'open');

export const getCatalog = route('get', '/skus/catalog', {
  summary: 'Everything that is sold, in the order of the price list',
  answers: { 200: data(z.array(CatalogItem), 'The catalog') },
});
