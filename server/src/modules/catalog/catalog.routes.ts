import * as route from '@vialproof/contract/catalog.routes';
import { newRoutes } from '../../platform/http/http.ts';
import { type CatalogContext, listSold } from './catalog.service.ts';

export function catalogRoutes(catalog: CatalogContext) {
  return newRoutes().openapi(route.getCatalog, async (c) => c.json({ data: await listSold(catalog) }, 200));
}
