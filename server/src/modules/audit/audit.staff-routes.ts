import * as route from '@vialproof/contract/audit.routes';
import { newRoutes, requireViewer } from '../../platform/http/http.ts';
import { type AuditContext, readAuditActions, searchAudit } from './audit.service.ts';

export function auditStaffRoutes(audit: AuditContext) {
  return newRoutes()
    .openapi(route.searchAudit, async (c) =>
      c.json(await searchAudit(audit, requireViewer(c), c.req.valid('query')), 200),
    )
    .openapi(route.auditActions, async (c) => c.json({ data: await readAuditActions(audit) }, 200));
}
