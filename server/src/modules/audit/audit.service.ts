import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditContext } from './audit.context.ts';
import { listActions, searchAudit } from './audit.queries.ts';

export type Audit = ReturnType<typeof createAudit>;

/** The audit log as admins search it; it is written and read by platform/audit.ts. */
export function createAudit(platform: Platform, deps: Omit<AuditContext, 'platform'>) {
  const ctx: AuditContext = { platform, ...deps };
  return bindContext(ctx, { search: searchAudit, actions: listActions });
}
