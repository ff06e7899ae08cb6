import * as route from '@vialproof/contract/catalog-staff.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  addCatalogItem,
  bringBackCatalogItem,
  type CatalogContext,
  changeCatalogItem,
  listSkusForStaff,
  moveCatalogItem,
  retireCatalogItem,
  setPopularRank,
} from './catalog.service.ts';

export function catalogStaffRoutes(catalog: CatalogContext) {
  return newRoutes()
    .openapi(route.listSkus, async (c) => c.json({ data: await listSkusForStaff(catalog) }, 200))
    .openapi(route.createSku, async (c) =>
      c.json({ data: unwrap(await addCatalogItem(catalog, requireViewer(c), c.req.valid('json'))) }, 201),
    )
    .openapi(route.updateSku, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        { data: unwrap(await changeCatalogItem(catalog, requireViewer(c), id, c.req.valid('json'))) },
        200,
      );
    })
    .openapi(route.retireSku, async (c) => {
      const { id } = c.req.valid('param');
      const { version } = c.req.valid('json');
      return c.json({ data: unwrap(await retireCatalogItem(catalog, requireViewer(c), id, version)) }, 200);
    })
    .openapi(route.bringBackSku, async (c) => {
      const { id } = c.req.valid('param');
      const { version } = c.req.valid('json');
      return c.json(
        { data: unwrap(await bringBackCatalogItem(catalog, requireViewer(c), id, version)) },
        200,
      );
    })
    .openapi(route.placeSku, async (c) => {
      const { id } = c.req.valid('param');
      const { after_id } = c.req.valid('json');
      return c.json({ data: unwrap(await moveCatalogItem(catalog, requireViewer(c), id, after_id)) }, 200);
    })
    .openapi(route.popularSku, async (c) => {
      const { id } = c.req.valid('param');
      const { rank } = c.req.valid('json');
      return c.json({ data: unwrap(await setPopularRank(catalog, requireViewer(c), id, rank)) }, 200);
    });
}
