import * as route from '@vialproof/contract/group-tests.routes';
import { isStaff } from '../../platform/access.ts';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { answerOnce } from '../../platform/http/idempotency.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  cancelGroup,
  changeMembership,
  createGroup,
  decideVolunteer,
  finaliseGroup,
  findGroupDetail,
  type GroupsContext,
  groupStatementOf,
  isOwnGroup,
  listGroups,
  postGroupMessage,
  putGroupTracking,
  putSpecimen,
  volunteerVial,
} from './group-tests.service.ts';

/** Public routes of group tests. */
export function groupTestsRoutes(platform: Platform, groups: GroupsContext) {
  return newRoutes()
    .openapi(route.listGroups, async (c) =>
      c.json(await listGroups(groups, c.req.valid('query'), c.get('viewer')), 200),
    )
    .openapi(route.getGroup, async (c) => {
      const { id } = c.req.valid('param');
      const viewer = c.get('viewer');
      const group = unwrap(await findGroupDetail(groups, id, viewer));
      // Other members of staff see what everybody sees.
      if (viewer?.role !== 'admin' || (await isOwnGroup(groups, viewer, id))) c.set('viewed', null);
      return c.json(group, 200);
    })
    .openapi(route.createGroup, async (c) => {
      const ask = c.req.valid('json');
      const test = await answerOnce(c, platform, (tx) => createGroup(groups, tx, requireViewer(c), ask));
      return c.json({ test }, 201);
    })
    .openapi(route.joinGroup, async (c) => {
      const joined = await changeMembership(
        groups,
        requireViewer(c),
        c.req.valid('param').id,
        c.req.valid('json'),
      );
      return c.json(unwrap(joined), 200);
    })
    .openapi(route.volunteerForGroup, async (c) => {
      const { note } = c.req.valid('json');
      return c.json(
        unwrap(await volunteerVial(groups, requireViewer(c), c.req.valid('param').id, note)),
        201,
      );
    })
    .openapi(route.decideVolunteer, async (c) => {
      const { id, volunteer_id } = c.req.valid('param');
      const decided = await decideVolunteer(groups, requireViewer(c), id, volunteer_id, c.req.valid('json'));
      return c.json(unwrap(decided), 200);
    })
    .openapi(route.finaliseGroup, async (c) =>
      c.json(unwrap(await finaliseGroup(groups, requireViewer(c), c.req.valid('param').id)), 200),
    )
    .openapi(route.cancelGroup, async (c) =>
      c.json(unwrap(await cancelGroup(groups, requireViewer(c), c.req.valid('param').id)), 200),
    )
    .openapi(route.messageGroup, async (c) => {
      const { text } = c.req.valid('json');
      return c.json(
        unwrap(await postGroupMessage(groups, requireViewer(c), c.req.valid('param').id, text)),
        200,
      );
    })
    .openapi(route.putSpecimen, async (c) => {
      const saved = await putSpecimen(groups, requireViewer(c), c.req.valid('param').id, c.req.valid('json'));
      return c.json(unwrap(saved), 200);
    })
    .openapi(route.putGroupTracking, async (c) => {
      const { sample_tracking_number } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json(
        unwrap(await putGroupTracking(groups, requireViewer(c), id, sample_tracking_number)),
        200,
      );
    })
    .openapi(route.getGroupAccounts, async (c) => {
      const { id } = c.req.valid('param');
      const viewer = requireViewer(c);
      const data = unwrap(await groupStatementOf(groups, viewer, id));
      if (isStaff(viewer) && (await isOwnGroup(groups, viewer, id))) c.set('viewed', null);
      return c.json({ data }, 200);
    });
}
