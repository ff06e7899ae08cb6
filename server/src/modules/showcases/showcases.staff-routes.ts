import * as route from '@vialproof/contract/showcases.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Showcases } from './showcases.service.ts';

/** What admins see of paid display, and how they end it. */
export function showcasesStaffRoutes({ admin }: Showcases) {
  return newRoutes()
    .openapi(route.labShowcases, async (c) => c.json(await admin.list(c.req.valid('query')), 200))
    .openapi(route.labShowcaseCalendar, async (c) => c.json({ data: await admin.calendar() }, 200))
    .openapi(route.stopShowcase, async (c) => {
      const { reason } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await admin.stop(requireViewer(c), id, reason)) }, 200);
    });
}
