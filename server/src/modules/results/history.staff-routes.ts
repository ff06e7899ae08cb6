import { labHistory, labMoment } from '@vialproof/contract/history.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import { type ResultsContext, readPastDraft, readResultHistory } from './results.service.ts';

/** What became of a request's results, step by step, for staff. */
export function historyStaffRoutes(results: ResultsContext) {
  return newRoutes()
    .openapi(labHistory, async (c) => {
      const { id } = c.req.valid('param');
      const steps = await readResultHistory(results, requireViewer(c), id, c.req.valid('query'));
      return c.json(unwrap(steps), 200);
    })
    .openapi(labMoment, async (c) => {
      const { id } = c.req.valid('param');
      const at = new Date(c.req.valid('query').at);
      return c.json({ data: unwrap(await readPastDraft(results, requireViewer(c), id, at)) }, 200);
    });
}
