import * as route from '@vialproof/contract/compound-names.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  listCompoundNames,
  type MakersContext,
  nameCompound,
  readCompound,
  takeCompoundName,
} from './makers.service.ts';

/** Routes for admins who manage the names of compounds. */
export function compoundsStaffRoutes(makers: MakersContext) {
  return newRoutes()
    .openapi(route.listCompounds, async (c) =>
      c.json(await listCompoundNames(makers, c.req.valid('query')), 200),
    )
    .openapi(route.labCompound, async (c) =>
      c.json({ data: unwrap(await readCompound(makers, c.req.valid('param').id)) }, 200),
    )
    .openapi(route.nameCompound, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await nameCompound(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readCompound(makers, shown)) }, 200);
    })
    .openapi(route.takeCompoundName, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await takeCompoundName(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readCompound(makers, shown)) }, 200);
    });
}
