import type { AuditPage, AuditQuery } from '@vialproof/contract/audit';
import { adminOnly, type Viewer } from '../../platform/access.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Refusal } from '../../platform/refusal.ts';
import { presentEntry } from './audit.presenter.ts';
import { auditStore, type EntryFilter } from './audit.store.ts';

export type Audit = ReturnType<typeof createAudit>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TASK_NUMBER = /^#?(\d{1,15})$/;

/** The audit log, to be read; it is written by whoever does something (platform/audit.ts). */
export function createAudit(platform: Platform) {
  const store = auditStore(platform.db.orm);

  async function actorsOf(words: string | undefined): Promise<EntryFilter['actorIds']> {
    if (!words) return undefined;
    if (words.toLowerCase() === 'system') return 'system';
    return UUID.test(words) ? [words] : store.findPeople(words);
  }

  async function subjectsOf(words: string | undefined): Promise<string[] | undefined> {
    if (!words) return undefined;
    if (UUID.test(words)) return [words];
    const task = TASK_NUMBER.exec(words)?.[1];
    return task ? store.findByTask(Number(task)) : [];
  }

  return {
    /** A page of the log, newest first. New lines move nothing on the pages that follow. */
    async search(viewer: Viewer, query: AuditQuery): Promise<AuditPage | Refusal> {
      const hidden = adminOnly(viewer);
      if (hidden) return hidden;
      const [actorIds, subjectIds] = await Promise.all([actorsOf(query.actor), subjectsOf(query.subject)]);
      const { action, from, to, before, limit } = query;
      const found = await store.list({ actorIds, subjectIds, action, from, to, before, limit: limit + 1 });
      const page = found.slice(0, limit);
      return { data: page.map(presentEntry), next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
    },

    /** What can be searched for under `action`. */
    async actions(viewer: Viewer): Promise<string[] | Refusal> {
      return adminOnly(viewer) ?? store.actions();
    },
  };
}
