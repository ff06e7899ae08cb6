import * as route from '@vialproof/contract/catalog-staff.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Catalog } from './catalog.service.ts';

/** The admins' calls. */
export function catalogStaffRoutes({ admin }: Catalog) {
  return newRoutes()
    .openapi(route.listSkus, async (c) => c.json({ data: await admin.listForStaff() }, 200))
    .openapi(route.createSku, async (c) =>
      c.json({ data: unwrap(await admin.create(requireViewer(c), c.req.valid('json'))) }, 201),
    )
    .openapi(route.updateSku, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await admin.update(requireViewer(c), id, c.req.valid('json'))) }, 200);
    })
    .openapi(route.retireSku, async (c) => {
      const { id } = c.req.valid('param');
      const { version } = c.req.valid('json');
      return c.json({ data: unwrap(await admin.retire(requireViewer(c), id, version)) }, 200);
    })
    .openapi(route.bringBackSku, async (c) => {
      const { id } = c.req.valid('param');
      const { version } = c.req.valid('json');
      return c.json({ data: unwrap(await admin.bringBack(requireViewer(c), id, version)) }, 200);
    })
    .openapi(route.placeSku, async (c) => {
      const { id } = c.req.valid('param');
      const { after_id } = c.req.valid('json');
      return c.json({ data: unwrap(await admin.place(requireViewer(c), id, after_id)) }, 200);
    })
    .openapi(route.popularSku, async (c) => {
      const { id } = c.req.valid('param');
      const { rank } = c.req.valid('json');
      return c.json({ data: unwrap(await admin.setPopular(requireViewer(c), id, rank)) }, 200);
    });
}
