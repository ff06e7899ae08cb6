import * as route from '@vialproof/contract/assignees.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import { listColleagues, type ResultsContext, setAssignee } from './results.service.ts';

/** Routes for who works on a sample. */
export function assigneesStaffRoutes(results: ResultsContext) {
  return newRoutes()
    .openapi(route.labPeople, async (c) => c.json({ data: await listColleagues(results) }, 200))
    .openapi(route.labAssignee, async (c) => {
      const { id } = c.req.valid('param');
      return c.json(
        { data: unwrap(await setAssignee(results, requireViewer(c), id, c.req.valid('json'))) },
        200,
      );
    });
}
