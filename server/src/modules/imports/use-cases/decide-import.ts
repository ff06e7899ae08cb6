import type { AssignImport, TraceImport } from '@vialproof/contract/imports';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { ownTasks } from '../../orders/orders.service.ts';
import { addInjection, readChromatogramRun } from '../../results/results.service.ts';
import { describeImports } from '../imports.queries.ts';
import type { ImportsContext } from '../imports.service.ts';
import { findImport, insertDecision, isOthers, lockFile } from '../imports.store.ts';
import type { DecidedImport, DecisionRow } from '../imports.tables.ts';

/** Assigns a waiting file to this sample, by the rules of an upload. */
export async function assignImport(
  ctx: ImportsContext,
  viewer: Viewer,
  id: string,
  { task_number: task, request_id: requestId, reason }: AssignImport,
): Promise<TraceImport | Refusal> {
  const found = await findWaiting(ctx, viewer, id);
  if (isRefusal(found)) return found;
  const { file } = found;
  const bytes = await ctx.platform.files.get(file.fileKey);
  const sample = requestId ?? String(task);
  const { thousands } = found.reading ?? {};
  const read = await readChromatogramRun(ctx.results, viewer, sample, bytes, { thousands });
  if (isRefusal(read)) return read.code === 'not_found' ? noTask(sample) : read;
  return decide(ctx, viewer, found, async (tx) => {
    const run = { file: { name: file.fileName, bytes }, read };
    const bound = await addInjection(ctx.results, tx, viewer, sample, run);
    return isRefusal(bound) ? bound : { requestId: bound.id, reason };
  });
}

function noTask(sample: string): Refusal {
  const message = `There is no task ${sample}.`;
  return refuse('invalid_fields', message, { errors: [{ path: 'task_number', message }] });
}

/** Dismisses a waiting file that belongs to no sample. */
export async function dismissImport(
  ctx: ImportsContext,
  viewer: Viewer,
  id: string,
  reason: string,
): Promise<TraceImport | Refusal> {
  const found = await findWaiting(ctx, viewer, id);
  if (isRefusal(found)) return found;
  return decide(ctx, viewer, found, () => Promise.resolve({ requestId: null, reason }));
}

const decided = () => refuse('wrong_state', 'Somebody has decided about this file already.');

/** A file that waits. Refusal: `own_order` for a file of the viewer's own test. */
export async function findWaiting(
  ctx: ImportsContext,
  viewer: Viewer,
  id: string,
): Promise<DecidedImport | Refusal> {
  const found = isUuid(id) ? await findImport(ctx.platform.db.orm, { id }) : undefined;
  if (!found) return refuse('not_found');
  const own = await ownTasks(ctx.orders, viewer.id);
  if (!(await isOthers(ctx.platform.db.orm, id, own))) return refuse('own_order');
  return found.decision ? decided() : found;
}

/** Runs `work` while the file is locked, and stores the decision. */
async function decide(
  ctx: ImportsContext,
  viewer: Viewer,
  { file, reading }: DecidedImport,
  work: (tx: Tx) => Promise<Pick<DecisionRow, 'requestId' | 'reason'> | Refusal>,
): Promise<TraceImport | Refusal> {
  const row = await ctx.platform.db.transaction(async (tx) => {
    await lockFile(tx, file.sha256);
    if ((await findImport(tx, { id: file.id }))?.decision) return decided();
    const outcome = await work(tx);
    if (isRefusal(outcome)) return outcome;
    const at = ctx.platform.clock.now();
    const decision = { importId: file.id, ...outcome, byId: viewer.id, at };
    await insertDecision(tx, decision);
    await recordAudit(tx, {
      at,
      actorId: viewer.id,
      action: outcome.requestId ? 'import.assigned' : 'import.dismissed',
      subject: { kind: 'import', id: file.id },
      detail: {
        file_name: file.fileName,
        sha256: file.sha256,
        request_id: outcome.requestId,
        reason: outcome.reason,
      },
    });
    return { file, decision, reading };
  });
  if (isRefusal(row)) return row;
  const [described] = await describeImports(ctx, [row]);
  return described ?? refuse('not_found');
}
