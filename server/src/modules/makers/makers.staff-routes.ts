import * as route from '@vialproof/contract/makers.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Makers } from './makers.service.ts';

/** The desk chooses; admins keep the records. */
export function makersStaffRoutes(makers: Makers) {
  return newRoutes()
    .openapi(route.listMakers, async (c) => c.json(await makers.list(c.req.valid('query')), 200))
    .openapi(route.labMaker, async (c) =>
      c.json({ data: unwrap(await makers.detail(c.req.valid('param').id)) }, 200),
    )
    .openapi(route.labSubject, async (c) =>
      c.json({ data: unwrap(await makers.subject(requireViewer(c), c.req.valid('param').id)) }, 200),
    )
    .openapi(route.chooseSubject, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await makers.choose(requireViewer(c), id, c.req.valid('json'))) }, 200);
    })
    .openapi(route.changeMaker, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.changeMaker(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.detail(shown)) }, 200);
    })
    .openapi(route.mergeMaker, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.mergeMaker(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.detail(shown)) }, 200);
    })
    .openapi(route.unmergeMaker, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.unmergeMaker(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.detail(shown)) }, 200);
    })
    .openapi(route.splitMaker, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.splitMaker(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.detail(shown)) }, 200);
    })
    .openapi(route.changeBatch, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.changeBatch(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.detail(shown)) }, 200);
    })
    .openapi(route.mergeBatch, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.mergeBatch(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.detail(shown)) }, 200);
    })
    .openapi(route.unmergeBatch, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.unmergeBatch(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.detail(shown)) }, 200);
    })
    .openapi(route.splitBatch, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await makers.splitBatch(requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await makers.detail(shown)) }, 200);
    });
}
