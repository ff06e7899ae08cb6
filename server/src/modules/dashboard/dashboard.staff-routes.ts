import * as route from '@vialproof/contract/intake.routes';
import { newRoutes } from '../../platform/http/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import { type DashboardContext, drawIntakeLabels } from './dashboard.service.ts';

/** Routes for labels that the laboratory prints. */
export function dashboardStaffRoutes(dashboard: DashboardContext) {
  return newRoutes().openapi(route.labLabels, async (c) => {
    const { tasks } = c.req.valid('query');
    return c.json({ data: unwrap(await drawIntakeLabels(dashboard, tasks)) }, 200);
  });
}
