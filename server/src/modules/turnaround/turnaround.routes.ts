import * as route from '@vialproof/contract/turnaround.routes';
import { newRoutes } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicAnswer } from '../../platform/public-routes.ts';
import type { Turnarounds } from './turnaround.service.ts';

export function turnaroundRoutes(platform: Platform, turnaround: Turnarounds) {
  return newRoutes().openapi({ ...route.getTurnaround, middleware: publicAnswer(platform) }, async (c) =>
    c.json({ data: await turnaround.list() }, 200),
  );
}
