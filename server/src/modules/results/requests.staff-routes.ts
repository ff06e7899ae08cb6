import { labHistory, labMoment } from '@vialproof/contract/history.routes';
import * as route from '@vialproof/contract/lab.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  type ResultsContext,
  readPastDraft,
  readQueue,
  readRequest,
  readResultHistory,
} from './results.service.ts';

/** Routes for the queue and its requests. */
export function requestsStaffRoutes(results: ResultsContext) {
  return newRoutes()
    .openapi(route.labQueue, async (c) => {
      const { status, q, assigned_to: whose, page } = c.req.valid('query');
      const narrowed = { status: status || undefined, q: q || undefined, assignedTo: whose || undefined };
      return c.json(await readQueue(results, requireViewer(c), { ...narrowed, page }), 200);
    })
    .openapi(route.labRequest, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await readRequest(results, requireViewer(c), id)) }, 200);
    })
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
