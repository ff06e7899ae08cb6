import { labPromises } from '@vialproof/contract/turnaround.routes';
import { newRoutes } from '../../platform/http.ts';
import type { Turnarounds } from './turnaround.service.ts';

export function turnaroundStaffRoutes(turnaround: Turnarounds) {
  return newRoutes().openapi(labPromises, async (c) => c.json({ data: await turnaround.promises() }, 200));
}
