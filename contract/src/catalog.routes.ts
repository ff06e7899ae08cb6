import { createRoute, z } from '@hono/zod-openapi';
import { json } from './answers.routes.ts';
import { CatalogItem } from './catalog.ts';

export const getCatalog = createRoute({
  method: 'get',
  path: '/skus/catalog',
  tags: ['Catalog'],
  summary: 'Everything that is sold, in the order of the price list',
  responses: { 200: json(z.object({ data: z.array(CatalogItem) }), 'The catalog') },
});
