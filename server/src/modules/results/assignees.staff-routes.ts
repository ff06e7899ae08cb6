import * as route from '@vialproof/contract/assignees.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Results } from './results.service.ts';

/** Who works on which sample. */
export function assigneesStaffRoutes(results: Results) {
  return newRoutes()
    .openapi(route.labPeople, async (c) => c.json({ data: await results.colleagues() }, 200))
    .openapi(route.labAssignee, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await results.assign(requireViewer(c), id, c.req.valid('json'))) }, 200);
    });
}
