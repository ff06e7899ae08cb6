import type { AuditPage, AuditQuery } from '@vialproof/contract/audit';
import type { HistoryPage, HistoryQuery } from '@vialproof/contract/history';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Refusal } from '../../platform/refusal.ts';
import type { AuditContext } from './audit.context.ts';
import { presentEntry, presentHistoryEntry } from './audit.presenter.ts';
import {
  type EntryFilter,
  type EntryRow,
  findByTask,
  findPeople,
  listEntries,
  listWords,
} from './audit.store.ts';

const TASK_NUMBER = /^#?(\d{1,15})$/;

/** A page of the log, newest first. New lines move nothing on the pages that follow. Admins only, and nobody about tests of their own. */
export async function searchAudit(
  { platform }: AuditContext,
  viewer: Viewer,
  query: AuditQuery,
): Promise<AuditPage | Refusal> {
  const hidden = adminOnly(viewer);
  if (hidden) return hidden;
  const { orm } = platform.db;
  const [actorIds, subjectIds] = await Promise.all([
    actorsOf(orm, query.actor),
    subjectsOf(orm, query.subject),
  ]);
  const { action, from, to, before, limit } = query;
  const asked = { actorIds, subjectIds, action, from, to, before };
  const filter: EntryFilter = { ...asked, reader: viewer.id, limit: limit + 1 };
  return pageOf(await listEntries(orm, filter), limit, presentEntry);
}

/** A page of what was done to a sample, newest first, without who only looked. Who may read it is decided by the results. */
export async function readHistory(
  { platform }: AuditContext,
  requestId: string,
  { before, limit }: HistoryQuery,
): Promise<HistoryPage> {
  const filter = { ...EVERYTHING, subjectIds: [requestId], withoutLooks: true, before, limit: limit + 1 };
  return pageOf(await listEntries(platform.db.orm, filter), limit, presentHistoryEntry);
}

const EVERYTHING = { actorIds: undefined, action: undefined, from: undefined, to: undefined };

/** `found` is one more than the page holds, where there are more. */
function pageOf<T>(found: EntryRow[], limit: number, present: (row: EntryRow) => T) {
  const page = found.slice(0, limit);
  return { data: page.map(present), next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** What can be searched for under `action`. Admins only. */
export async function listActions({ platform }: AuditContext, viewer: Viewer): Promise<string[] | Refusal> {
  return adminOnly(viewer) ?? listWords(platform.db.orm);
}

async function actorsOf(db: Queryable, words: string | undefined): Promise<EntryFilter['actorIds']> {
  if (!words) return undefined;
  if (words.toLowerCase() === 'system') return 'system';
  return isUuid(words) ? [words] : findPeople(db, words);
}

async function subjectsOf(db: Queryable, words: string | undefined): Promise<string[] | undefined> {
  if (!words) return undefined;
  if (isUuid(words)) return [words];
  const task = TASK_NUMBER.exec(words)?.[1];
  return task ? findByTask(db, Number(task)) : [];
}
