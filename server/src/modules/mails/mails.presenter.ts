import type { UnsentMail } from '@vialproof/contract/mails';
import type { UnsentRow } from './mails.store.ts';

/** A longer answer of a mail server is cut. */
const MOST_LETTERS = 500;

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A mail with the present names of its reader and subject. */
export type NamedMail = {
  row: UnsentRow;
  /** The address of the recipient's account. */
  email: string | undefined;
  watcherAddress: string | undefined;
  taskNumber: number | undefined;
  groupTitle: string | undefined;
};

function aboutOf({ row, taskNumber, groupTitle }: NamedMail): UnsentMail['about'] {
  if (row.request_id !== null && taskNumber !== undefined) {
    return { kind: 'request', id: row.request_id, label: String(taskNumber) };
  }
  if (row.group_id === null || groupTitle === undefined) return null;
  return { kind: 'group', id: row.group_id, label: groupTitle };
}

/** What others than customers see of an address: its first letter and the mail server. */
const hidden = (address: string) =>
  `${[...address][0] ?? ''}…@${address.slice(address.lastIndexOf('@') + 1)}`;

/** An unsent mail, as admins see it. */
export function presentUnsent(mail: NamedMail): UnsentMail {
  const { row, email, watcherAddress } = mail;
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    about: aboutOf(mail),
    to: row.to ?? email ?? (watcherAddress === undefined ? null : hidden(watcherAddress)),
    asked_at: instant(row.asked_at_ms),
    tries: row.tries,
    error: row.error?.replace(/^Error: /, '').slice(0, MOST_LETTERS) ?? null,
    next_try_at: row.next_try_at_ms === null ? null : instant(row.next_try_at_ms),
  };
}
