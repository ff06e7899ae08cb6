import type { UnsentMail } from '@vialproof/contract/mails';
import type { UnsentRow } from './mails.store.ts';

/** Longer answers of mail servers are cut. */
const MOST_LETTERS = 500;

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

function aboutOf(row: UnsentRow): UnsentMail['about'] {
  if (row.request_id !== null) {
    return { kind: 'request', id: row.request_id, label: row.task_number ?? '' };
  }
  return row.group_id === null ? null : { kind: 'group', id: row.group_id, label: row.group_title ?? '' };
}

/** A mail that has not left, as admins see it. */
export function presentUnsent(row: UnsentRow): UnsentMail {
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    about: aboutOf(row),
    to: row.recipient,
    asked_at: instant(row.asked_at_ms),
    tries: row.tries,
    error: row.error?.replace(/^Error: /, '').slice(0, MOST_LETTERS) ?? null,
    next_try_at: row.next_try_at_ms === null ? null : instant(row.next_try_at_ms),
  };
}
