import * as route from '@vialproof/contract/showcases.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import { listWeeksForAdmin, readCalendar, type ShowcasesContext, stopWeek } from './showcases.service.ts';

/** Routes for admins about weeks on the home page. */
export function showcasesStaffRoutes(showcases: ShowcasesContext) {
  return newRoutes()
    .openapi(route.labShowcases, async (c) =>
      c.json(await listWeeksForAdmin(showcases, c.req.valid('query')), 200),
    )
    .openapi(route.labShowcaseCalendar, async (c) => c.json({ data: await readCalendar(showcases) }, 200))
    .openapi(route.stopShowcase, async (c) => {
      const { reason } = c.req.valid('json');
      const { id } = c.req.valid('param');
      return c.json({ data: unwrap(await stopWeek(showcases, requireViewer(c), id, reason)) }, 200);
    });
}
