import * as route from '@vialproof/contract/group-tests.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import type { Platform } from '../../platform/platform.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Groups } from './group-tests.service.ts';

/** Group tests for everybody. */
export function groupTestsRoutes(platform: Platform, groups: Groups) {
  return newRoutes()
    .openapi(route.listGroups, async (c) =>
      c.json(await groups.list(c.req.valid('query'), c.get('viewer')), 200),
    )
    .openapi(route.getGroup, async (c) =>
      c.json(unwrap(await groups.detail(c.req.valid('param').id, c.get('viewer'))), 200),
    )
    .openapi(route.createGroup, async (c) => {
      const ask = c.req.valid('json');
      const test = await answerOnce(c, platform, (tx) => groups.create(tx, requireViewer(c), ask));
      return c.json({ test }, 201);
    })
    .openapi(route.joinGroup, async (c) => {
      const joined = await groups.join(requireViewer(c), c.req.valid('param').id, c.req.valid('json'));
      return c.json(unwrap(joined), 200);
    })
    .openapi(route.volunteerForGroup, async (c) => {
      const { note } = c.req.valid('json');
      return c.json(unwrap(await groups.volunteer(requireViewer(c), c.req.valid('param').id, note)), 201);
    })
    .openapi(route.decideVolunteer, async (c) => {
      const { id, volunteer_id } = c.req.valid('param');
      const decided = await groups.decide(requireViewer(c), id, volunteer_id, c.req.valid('json'));
      return c.json(unwrap(decided), 200);
    })
    .openapi(route.finaliseGroup, async (c) =>
      c.json(unwrap(await groups.finalise(requireViewer(c), c.req.valid('param').id)), 200),
    )
    .openapi(route.cancelGroup, async (c) =>
      c.json(unwrap(await groups.cancel(requireViewer(c), c.req.valid('param').id)), 200),
    )
    .openapi(route.messageGroup, async (c) => {
      const { text } = c.req.valid('json');
      return c.json(unwrap(await groups.message(requireViewer(c), c.req.valid('param').id, text)), 200);
    })
    .openapi(route.putSpecimen, async (c) => {
      const saved = await groups.putSpecimen(requireViewer(c), c.req.valid('param').id, c.req.valid('json'));
      return c.json(unwrap(saved), 200);
    })
    .openapi(route.putGroupTracking, async (c) => {
      const { sample_tracking_number } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json(unwrap(await groups.putTracking(requireViewer(c), id, sample_tracking_number)), 200);
    })
    .openapi(route.getGroupAccounts, async (c) =>
      c.json({ data: unwrap(await groups.statement(requireViewer(c), c.req.valid('param').id)) }, 200),
    );
}
