import * as route from '@vialproof/contract/watches.routes';
import { newRoutes } from '../../platform/http.ts';
import type { Watches } from './watches.service.ts';

/** The admins' call. */
export function watchesStaffRoutes(watches: Watches) {
  return newRoutes().openapi(route.watchFigures, async (c) => c.json({ data: await watches.figures() }, 200));
}
