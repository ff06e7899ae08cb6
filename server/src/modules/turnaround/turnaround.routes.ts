import * as route from '@vialproof/contract/turnaround.routes';
import { newRoutes } from '../../platform/http/http.ts';
import { publicAnswer } from '../../platform/http/public-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { listTurnaround, type TurnaroundContext } from './turnaround.service.ts';

export function turnaroundRoutes(platform: Platform, turnaround: TurnaroundContext) {
  return newRoutes().openapi({ ...route.getTurnaround, middleware: publicAnswer(platform) }, async (c) =>
    c.json({ data: await listTurnaround(turnaround) }, 200),
  );
}
