import * as route from '@vialproof/contract/watches.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Watches } from './watches.service.ts';

/** The admins' call. */
export function watchesStaffRoutes(watches: Watches) {
  return newRoutes().openapi(route.watchFigures, async (c) =>
    c.json({ data: unwrap(await watches.figures(requireViewer(c))) }, 200),
  );
}
