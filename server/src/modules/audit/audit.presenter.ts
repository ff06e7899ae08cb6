import type { AuditEntry } from '@vialproof/contract/audit';
import type { AuditRow } from '../../platform/audit.ts';
import type { Person } from '../accounts/accounts.service.ts';

/** A line of the audit log. Names are the present ones. */
export function presentEntry(
  { id, at, actorId, action, subject, detail }: AuditRow,
  { actor, label }: { actor: Person | undefined; label: string | null },
): AuditEntry {
  const person = actor ? { display_name: actor.display_name, email: actor.email, role: actor.role } : null;
  return {
    id,
    at: at.toISOString(),
    actor: actorId === null ? null : { id: actorId, person },
    action,
    subject: { ...subject, label },
    detail,
  };
}
