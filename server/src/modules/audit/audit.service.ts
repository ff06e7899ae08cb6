import { bindContext } from '../../platform/bind-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditContext } from './audit.context.ts';
import { listActions, readHistory, searchAudit } from './audit.queries.ts';

export type Audit = ReturnType<typeof createAudit>;

/** The audit log, to be read; it is written by whoever does something (platform/audit.ts). */
export function createAudit(platform: Platform) {
  const ctx: AuditContext = { platform };
  return bindContext(ctx, { search: searchAudit, actions: listActions, historyOf: readHistory });
}
