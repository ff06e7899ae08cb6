import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { DashboardContext } from './dashboard.context.ts';
import { listPayments, listTests, readStats, readTest } from './dashboard.queries.ts';
import {
  publishRawFiles,
  publishTest,
  putTracking,
  putVisibility,
  setDisclosure,
} from './use-cases/change-test.ts';
import { drawIntakeLabels, drawParcelLabels } from './use-cases/draw-labels.ts';

export type Dashboard = ReturnType<typeof createDashboard>;

/** What customers see of their own tests: the order and its result side by side. */
export function createDashboard(platform: Platform, deps: Omit<DashboardContext, 'platform'>) {
  const ctx: DashboardContext = { platform, ...deps };
  return bindContext(ctx, {
    stats: readStats,
    payments: listPayments,
    detail: readTest,
    list: listTests,
    putTracking,
    publishPublicly: publishTest,
    putVisibility,
    publishRawFiles,
    setDisclosure,
    labels: drawParcelLabels,
    intakeLabels: drawIntakeLabels,
  });
}
