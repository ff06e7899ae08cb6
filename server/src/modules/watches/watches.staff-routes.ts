import * as route from '@vialproof/contract/watches.routes';
import { newRoutes } from '../../platform/http/http.ts';
import { readWatchFigures, type WatchesContext } from './watches.service.ts';

export function watchesStaffRoutes(watches: WatchesContext) {
  return newRoutes().openapi(route.watchFigures, async (c) =>
    c.json({ data: await readWatchFigures(watches) }, 200),
  );
}
