import type { AuditEntry } from '@vialproof/contract/audit';
import type { HistoryEntry } from '@vialproof/contract/history';
import type { EntryRow } from './audit.store.ts';

/** A line of the log as admins see it. */
export function presentEntry(row: EntryRow): AuditEntry {
  const { actor_name: name, actor_email: email, actor_role: role } = row;
  const person =
    name !== null && email !== null && role !== null ? { display_name: name, email, role } : null;
  return {
    id: row.id,
    at: new Date(row.at_ms).toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, person },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, label: row.subject_label },
    detail: row.detail,
  };
}

/** The same as reviewers see it: without the addresses of people. */
export function presentHistoryEntry(row: EntryRow): HistoryEntry {
  const actor = { display_name: row.actor_name, role: row.actor_role };
  return {
    id: row.id,
    at: new Date(row.at_ms).toISOString(),
    actor: row.actor_id === null ? null : actor,
    action: row.action,
    detail: row.detail,
  };
}
