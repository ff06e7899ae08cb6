import * as route from '@vialproof/contract/makers.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { type Refusal, unwrap } from '../../platform/refusal.ts';
import {
  changeRecord,
  chooseSubject,
  listMakers,
  type MakersContext,
  mergeRecord,
  readMaker,
  readSubject,
  splitRecord,
  unmergeRecord,
} from './makers.service.ts';

const maker = ({ id }: { id: string }) => ({ kind: 'maker' as const, id });
const batch = ({ id }: { id: string }) => ({ kind: 'batch' as const, id });

/** Routes for staff who choose maker and batch of a sample, and for admins who manage records. */
export function makersStaffRoutes(makers: MakersContext) {
  const read = async (id: string) => ({ data: unwrap(await readMaker(makers, id)) });
  /** Answers with the maker as it is after the change. */
  const changed = async (answered: Promise<string | Refusal>) => read(unwrap(await answered));
  return newRoutes()
    .openapi(route.listMakers, async (c) => c.json(await listMakers(makers, c.req.valid('query')), 200))
    .openapi(route.labMaker, async (c) => c.json(await read(c.req.valid('param').id), 200))
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
      const done = changeRecord(makers, requireViewer(c), maker(c.req.valid('param')), c.req.valid('json'));
      return c.json(await changed(done), 200);
    })
    .openapi(route.mergeMaker, async (c) => {
      const done = mergeRecord(makers, requireViewer(c), maker(c.req.valid('param')), c.req.valid('json'));
      return c.json(await changed(done), 200);
    })
    .openapi(route.unmergeMaker, async (c) => {
      const done = unmergeRecord(makers, requireViewer(c), maker(c.req.valid('param')), c.req.valid('json'));
      return c.json(await changed(done), 200);
    })
    .openapi(route.splitMaker, async (c) => {
      const done = splitRecord(makers, requireViewer(c), maker(c.req.valid('param')), c.req.valid('json'));
      return c.json(await changed(done), 200);
    })
    .openapi(route.changeBatch, async (c) => {
      const { code, ...change } = c.req.valid('json');
      const body = { ...change, name: code };
      const done = changeRecord(makers, requireViewer(c), batch(c.req.valid('param')), body);
      return c.json(await changed(done), 200);
    })
    .openapi(route.mergeBatch, async (c) => {
      const done = mergeRecord(makers, requireViewer(c), batch(c.req.valid('param')), c.req.valid('json'));
      return c.json(await changed(done), 200);
    })
    .openapi(route.unmergeBatch, async (c) => {
      const done = unmergeRecord(makers, requireViewer(c), batch(c.req.valid('param')), c.req.valid('json'));
      return c.json(await changed(done), 200);
    })
    .openapi(route.splitBatch, async (c) => {
      const done = splitRecord(makers, requireViewer(c), batch(c.req.valid('param')), c.req.valid('json'));
      return c.json(await changed(done), 200);
    });
}
