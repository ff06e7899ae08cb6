import * as route from '@vialproof/contract/compound-names.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Makers } from './makers.service.ts';

/** Admins keep the names by which compounds are found. */
export function compoundsStaffRoutes(makers: Makers) {
  return newRoutes()
    .openapi(route.listCompounds, async (c) => c.json(await makers.listCompounds(c.req.valid('query')), 200))
    .openapi(route.labCompound, async (c) =>
      c.json({ data: unwrap(await makers.compound(c.req.valid('param').id)) }, 200),
    )
    .openapi(route.nameCompound, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.nameCompound(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.compound(shown)) }, 200);
    })
    .openapi(route.takeCompoundName, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.takeCompoundName(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.compound(shown)) }, 200);
    });
}
