import * as route from '@vialproof/contract/catalog.routes';
import { newRoutes } from '../../platform/http.ts';
import type { Catalog } from './catalog.service.ts';

export function catalogRoutes(catalog: Catalog) {
  return newRoutes().openapi(route.getCatalog, async (c) => c.json({ data: await catalog.list() }, 200));
}
