import { z } from 'zod';
import type { Viewer } from '../../platform/access.ts';
import { recordAudit } from '../../platform/audit.ts';
import { isUuid } from '../../platform/ids.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { MakersContext, SubjectChange } from './makers.service.ts';
import type { RecordKind, RecordRow } from './makers.tables.ts';
import { nameField } from './names.rules.ts';
import { findRecord, lockNames, updateRecord } from './records.store.ts';
import { requestsOfChange } from './subjects.queries.ts';

/** The result of a change: the requests and makers that it concerns, what is logged, and the record. */
export type Changed = {
  requestIds?: string[];
  makerIds: string[];
  subject: { kind: 'maker' | 'batch' | 'compound'; id: string };
  /** The action's name without the kind of record. */
  action: string;
  detail: Record<string, unknown>;
  shown: string;
};

/**
 * Changes names while all names are locked, logs the change and tells other modules. Returns the id of the maker or
 * compound.
 */
export async function changeNames(
  ctx: MakersContext,
  viewer: Viewer,
  work: (tx: Tx) => Promise<Changed | Refusal>,
): Promise<string | Refusal> {
  const { db, clock } = ctx.platform;
  return db.transaction(async (tx): Promise<string | Refusal> => {
    await lockNames(tx);
    const done = await work(tx);
    if (isRefusal(done)) return done;
    const { requestIds = [], makerIds, detail, shown } = done;
    const { kind, id } = done.subject;
    const action = `${kind}.${done.action}`;
    await recordAudit(tx, { at: clock.now(), actorId: viewer.id, action, subject: { kind, id }, detail });
    await followNamesChange(ctx, tx, { requestIds, makerIds });
    return shown;
  });
}

/**
 * The largest number of requests that are updated in the transaction itself, because other changes of names wait for
 * it.
 */
export const MOST_AT_ONCE = 50;
/** Updates the requests that the transaction left. */
export const tellRequestsJob = defineJob(
  'makers.tell-requests',
  z.object({ requestIds: z.array(z.string()) }),
  { expireInSeconds: 900 },
);

/** Tells other modules which requests have changed names. If there are too many, jobs do the rest. */
export async function followNamesChange(ctx: MakersContext, tx: Tx, change: SubjectChange): Promise<void> {
  const all = await requestsOfChange(ctx, tx, change);
  const isMany = all.length > MOST_AT_ONCE;
  const first = isMany ? change.requestIds.slice(0, MOST_AT_ONCE) : all;
  await ctx.afterNamesChange(tx, { requestIds: first, makerIds: [] });
  const told = new Set(first);
  const later = all.filter((id) => !told.has(id));
  const chunks = Array.from({ length: Math.ceil(later.length / MOST_AT_ONCE) }, (_, place) => ({
    requestIds: later.slice(place * MOST_AT_ONCE, (place + 1) * MOST_AT_ONCE),
  }));
  await ctx.platform.jobs.sendMany(tx, tellRequestsJob, chunks);
}

/** Which record a call is about. */
export type Asked = { kind: RecordKind; id: string };

export async function findAsked(tx: Tx, { kind, id }: Asked): Promise<RecordRow | undefined> {
  const row = isUuid(id) ? await findRecord(tx, id) : undefined;
  return row?.kind === kind ? row : undefined;
}

/** The record that a call wants to change. Refusals: `not_found`, `wrong_state` for a merged one, `stale_version`. */
export async function changeableRecord(tx: Tx, asked: Asked, version: number): Promise<RecordRow | Refusal> {
  const row = await findAsked(tx, asked);
  if (!row) return refuse('not_found');
  if (row.mergedInto !== null) return refuse('wrong_state', 'This was merged into another. Undo that first.');
  return row.version === version ? row : refuse('stale_version');
}

/** Increases the version, so that a change based on the older one is refused. */
export const bump = (tx: Tx, { id, version }: RecordRow): Promise<void> =>
  updateRecord(tx, id, { version: version + 1 });

/** How the audit log names the record. */
export const naming = ({ kind, name }: RecordRow): Record<string, string> => ({ [nameField(kind)]: name });
