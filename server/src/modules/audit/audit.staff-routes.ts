import * as route from '@vialproof/contract/audit.routes';
import { newRoutes, requireViewer } from '../../platform/http.ts';
import type { Audit } from './audit.service.ts';

/** The admins' calls. */
export function auditStaffRoutes(audit: Audit) {
  return newRoutes()
    .openapi(route.searchAudit, async (c) =>
      c.json(await audit.search(requireViewer(c), c.req.valid('query')), 200),
    )
    .openapi(route.auditActions, async (c) => c.json({ data: await audit.actions() }, 200));
}
