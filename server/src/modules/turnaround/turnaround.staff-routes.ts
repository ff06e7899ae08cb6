import { labPromises } from '@vialproof/contract/turnaround.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import { unwrap } from '../../platform/refusal.ts';
import type { Turnarounds } from './turnaround.service.ts';

export function turnaroundStaffRoutes(turnaround: Turnarounds) {
  return newRoutes().openapi(labPromises, async (c) =>
    c.json({ data: unwrap(await turnaround.promises(requireViewer(c))) }, 200),
  );
}
