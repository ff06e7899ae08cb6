import { labPromises } from '@vialproof/contract/turnaround.routes';
import { newRoutes } from '../../platform/http/http.ts';
import { readPromises, type TurnaroundContext } from './turnaround.service.ts';

export function turnaroundStaffRoutes(turnaround: TurnaroundContext) {
  return newRoutes().openapi(labPromises, async (c) => c.json({ data: await readPromises(turnaround) }, 200));
}
