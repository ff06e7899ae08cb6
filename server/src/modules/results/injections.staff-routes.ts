import * as route from '@vialproof/contract/injections.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  allowInjection,
  chooseInjection,
  type ResultsContext,
  readInjections,
  releaseInjection,
  typeTime,
} from './results.service.ts';

/** Routes for the injections of a sample. */
export function injectionsStaffRoutes(results: ResultsContext) {
  return newRoutes()
    .openapi(route.labInjections, async (c) => {
      const { id } = c.req.valid('param');
      const { revision } = c.req.valid('query');
      return c.json({ data: unwrap(await readInjections(results, requireViewer(c), id, revision)) }, 200);
    })
    .openapi(route.labUseInjection, async (c) => {
      const { id, injection_id: injection } = c.req.valid('param');
      const choice = c.req.valid('json');
      return c.json(
        { data: unwrap(await chooseInjection(results, requireViewer(c), id, injection, choice)) },
        200,
      );
    })
    .openapi(route.labTypeTime, async (c) => {
      const { id, injection_id: injection } = c.req.valid('param');
      const typed = c.req.valid('json');
      return c.json({ data: unwrap(await typeTime(results, requireViewer(c), id, injection, typed)) }, 200);
    })
    .openapi(route.labReleaseInjection, async (c) => {
      const { id, injection_id: injection } = c.req.valid('param');
      return c.json({ data: unwrap(await releaseInjection(results, requireViewer(c), id, injection)) }, 200);
    })
    .openapi(route.labAllowInjection, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        { data: unwrap(await allowInjection(results, requireViewer(c), id, c.req.valid('json'))) },
        200,
      );
    });
}
