import * as route from '@vialproof/contract/group-tests.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { answerOnce } from '../../platform/http/idempotency.ts';
import type { Platform } from '../../platform/platform.ts';
import { type GroupsContext, payOutSender, readGroupsForStaff } from './group-tests.service.ts';

/** Routes for an admin's decisions about groups. */
export function groupTestsStaffRoutes(platform: Platform, groups: GroupsContext) {
  return newRoutes()
    .openapi(route.listGroupsForStaff, async (c) => c.json({ data: await readGroupsForStaff(groups) }, 200))
    .openapi(route.payOut, async (c) => {
      const { id } = c.req.valid('param');
      const ask = c.req.valid('json');
      const data = await answerOnce(c, platform, (tx) => payOutSender(groups, tx, requireViewer(c), id, ask));
      return c.json({ data }, 200);
    });
}
