import * as route from '@vialproof/contract/me.routes';
import { listMyPayments } from '@vialproof/contract/payments.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Dashboard } from './dashboard.service.ts';

export function dashboardRoutes(dashboard: Dashboard) {
  return newRoutes()
    .openapi(listMyPayments, async (c) => c.json({ items: await dashboard.payments(requireViewer(c)) }, 200))
    .openapi(route.getStats, async (c) => c.json(await dashboard.stats(requireViewer(c)), 200))
    .openapi(route.listMyTests, async (c) => {
      const { status, ...query } = c.req.valid('query');
      return c.json(await dashboard.list(requireViewer(c), { ...query, status: status || undefined }), 200);
    })
    .openapi(route.getMyTest, async (c) =>
      c.json(unwrap(await dashboard.detail(requireViewer(c), c.req.valid('param').id)), 200),
    )
    .openapi(route.putTracking, async (c) => {
      const { sample_tracking_number } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json(unwrap(await dashboard.putTracking(requireViewer(c), id, sample_tracking_number)), 200);
    })
    .openapi(route.putDisclosure, async (c) => {
      const { open } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json(unwrap(await dashboard.setDisclosure(requireViewer(c), id, open)), 200);
    })
    .openapi(route.getLabels, async (c) =>
      c.json({ data: unwrap(await dashboard.labels(requireViewer(c), c.req.valid('param').id)) }, 200),
    )
    .openapi(route.publishRawFiles, async (c) =>
      c.json(unwrap(await dashboard.publishRawFiles(requireViewer(c), c.req.valid('param').id)), 200),
    )
    .openapi(route.putVisibility, async (c) => {
      const { visibility } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json(unwrap(await dashboard.putVisibility(requireViewer(c), id, visibility)), 200);
    })
    .openapi(route.publishPublicly, async (c) =>
      c.json(unwrap(await dashboard.publishPublicly(requireViewer(c), c.req.valid('param').id)), 200),
    );
}
