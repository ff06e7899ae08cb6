import type { MiddlewareHandler } from 'hono';
import { findRequestId } from '../modules/orders/orders.service.ts';
import { type AuditedRead, isStaff, type Viewer } from '../platform/access.ts';
import { recordView, type Viewed } from '../platform/audit.ts';
import type { ApiContext, ApiEnv } from '../platform/http/http.ts';
import { replaceAnswer } from '../platform/http/request-guard.ts';
import type { Modules } from './create-modules.ts';

/** Answers that give the data. With 304 the reader already has them. */
const GIVEN = [200, 304];

/**
 * Writes to the audit log that staff read other people's data, after the call and before its answer leaves. Without the
 * row, the reader does not get the data.
 */
export function recordViews({
  orders,
  platform: { db, clock },
}: Pick<Modules, 'orders' | 'platform'>): MiddlewareHandler<ApiEnv> {
  const findTask = async (task: string) => (await findRequestId(orders, Number(task))) ?? task;
  return async (c, next) => {
    await next();
    const read = c.get('access')?.audited;
    const viewer = c.get('viewer');
    if (!read || !viewer || !isStaff(viewer)) return;
    const named = c.get('viewed');
    if (named === null || (named === undefined && !GIVEN.includes(c.res.status))) return;
    try {
      const { detail = {}, ...subject } = named ?? (await viewedBy(c, read, viewer, findTask));
      const { action } = read;
      await recordView(db, { at: clock.now(), actorId: viewer.id, action, subject, detail });
    } catch (error) {
      await replaceAnswer(c, new Response(null));
      throw error;
    }
  };
}

/** What the address says about the read: the object with the id in the path, or a list with these filters. */
async function viewedBy(
  c: ApiContext,
  { action, idAt, filters }: AuditedRead,
  reader: Viewer,
  findTask: (task: string) => Promise<string>,
): Promise<Viewed> {
  if (idAt < 0) {
    // The log cannot be erased, so it says only which filters were used, and nothing that was typed.
    const used = filters.filter((name) => c.req.query(name));
    return { kind: 'user', id: reader.id, ...(used.length > 0 ? { detail: { filter: used } } : {}) };
  }
  const [kind = ''] = action.split('.');
  const id = decodeURIComponent(c.req.path.split('/')[idAt] ?? '');
  // The laboratory may name a request by its task number.
  return { kind, id: /^\d+$/.test(id) ? await findTask(id) : id };
}
