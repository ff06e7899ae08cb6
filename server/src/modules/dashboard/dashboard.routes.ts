import * as route from '@vialproof/contract/me.routes';
import { listMyPayments } from '@vialproof/contract/payments.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import {
  type DashboardContext,
  drawParcelLabels,
  listOwnPayments,
  listOwnTests,
  publishOwnRawFiles,
  publishTest,
  putTestTracking,
  putTestVisibility,
  readOwnStats,
  readOwnTest,
  setTestDisclosure,
} from './dashboard.service.ts';

export function dashboardRoutes(dashboard: DashboardContext) {
  return newRoutes()
    .openapi(listMyPayments, async (c) =>
      c.json({ items: await listOwnPayments(dashboard, requireViewer(c)) }, 200),
    )
    .openapi(route.getStats, async (c) => c.json(await readOwnStats(dashboard, requireViewer(c)), 200))
    .openapi(route.listMyTests, async (c) => {
      const { status, ...query } = c.req.valid('query');
      return c.json(
        await listOwnTests(dashboard, requireViewer(c), { ...query, status: status || undefined }),
        200,
      );
    })
    .openapi(route.getMyTest, async (c) =>
      c.json(unwrap(await readOwnTest(dashboard, requireViewer(c), c.req.valid('param').id)), 200),
    )
    .openapi(route.putTracking, async (c) => {
      const { sample_tracking_number } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json(
        unwrap(await putTestTracking(dashboard, requireViewer(c), id, sample_tracking_number)),
        200,
      );
    })
    .openapi(route.putDisclosure, async (c) => {
      const { open } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json(unwrap(await setTestDisclosure(dashboard, requireViewer(c), id, open)), 200);
    })
    .openapi(route.getLabels, async (c) =>
      c.json(
        { data: unwrap(await drawParcelLabels(dashboard, requireViewer(c), c.req.valid('param').id)) },
        200,
      ),
    )
    .openapi(route.publishRawFiles, async (c) =>
      c.json(unwrap(await publishOwnRawFiles(dashboard, requireViewer(c), c.req.valid('param').id)), 200),
    )
    .openapi(route.putVisibility, async (c) => {
      const { visibility } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json(unwrap(await putTestVisibility(dashboard, requireViewer(c), id, visibility)), 200);
    })
    .openapi(route.publishPublicly, async (c) =>
      c.json(unwrap(await publishTest(dashboard, requireViewer(c), c.req.valid('param').id)), 200),
    );
}
