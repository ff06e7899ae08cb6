import * as route from '@vialproof/contract/group-tests.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Groups } from './group-tests.service.ts';

/** What admins decide about groups. */
export function groupTestsStaffRoutes(groups: Groups) {
  return newRoutes()
    .openapi(route.listGroupsForStaff, async (c) =>
      c.json({ data: unwrap(await groups.forStaff(requireViewer(c))) }, 200),
    )
    .openapi(route.payOut, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await groups.payOut(requireViewer(c), id, c.req.valid('json'))) }, 200);
    });
}
