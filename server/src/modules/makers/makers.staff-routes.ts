import * as route from '@vialproof/contract/makers.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  changeBatch,
  changeMaker,
  chooseSubject,
  listMakers,
  type MakersContext,
  mergeBatch,
  mergeMaker,
  readMaker,
  readSubject,
  splitBatch,
  splitMaker,
  unmergeBatch,
  unmergeMaker,
} from './makers.service.ts';

/** The desk chooses; admins keep the records. */
export function makersStaffRoutes(makers: MakersContext) {
  return newRoutes()
    .openapi(route.listMakers, async (c) => c.json(await listMakers(makers, c.req.valid('query')), 200))
    .openapi(route.labMaker, async (c) =>
      c.json({ data: unwrap(await readMaker(makers, c.req.valid('param').id)) }, 200),
    )
    .openapi(route.labSubject, async (c) =>
      c.json({ data: unwrap(await readSubject(makers, requireViewer(c), c.req.valid('param').id)) }, 200),
    )
    .openapi(route.chooseSubject, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        { data: unwrap(await chooseSubject(makers, requireViewer(c), id, c.req.valid('json'))) },
        200,
      );
    })
    .openapi(route.changeMaker, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await changeMaker(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readMaker(makers, shown)) }, 200);
    })
    .openapi(route.mergeMaker, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await mergeMaker(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readMaker(makers, shown)) }, 200);
    })
    .openapi(route.unmergeMaker, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await unmergeMaker(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readMaker(makers, shown)) }, 200);
    })
    .openapi(route.splitMaker, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await splitMaker(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readMaker(makers, shown)) }, 200);
    })
    .openapi(route.changeBatch, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await changeBatch(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readMaker(makers, shown)) }, 200);
    })
    .openapi(route.mergeBatch, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await mergeBatch(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readMaker(makers, shown)) }, 200);
    })
    .openapi(route.unmergeBatch, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await unmergeBatch(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readMaker(makers, shown)) }, 200);
    })
    .openapi(route.splitBatch, async (c) => {
      const { id } = c.req.valid('param');
      const shown = unwrap(await splitBatch(makers, requireViewer(c), id, c.req.valid('json')));
      return c.json({ data: unwrap(await readMaker(makers, shown)) }, 200);
    });
}
