import type { TraceImport } from '@vialproof/contract/imports';
import type { Thousands } from '@vialproof/contract/thousands';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { describeImports } from '../imports.queries.ts';
import type { ImportsContext } from '../imports.service.ts';
import { findImport, insertDecision, insertReading, lockFile } from '../imports.store.ts';
import type { DecidedImport } from '../imports.tables.ts';
import { findWaiting } from './decide-import.ts';
import { bind, readAsNamed } from './receive-import.ts';

const answered = () => refuse('wrong_state', 'Nobody is asked how the numbers of this file are read.');

/**
 * Stores how to read the numbers of a waiting file. Then it finds its sample, or waits for a person. Refusal:
 * `wrong_state`.
 */
export async function answerImport(
  ctx: ImportsContext,
  viewer: Viewer,
  id: string,
  thousands: Thousands,
): Promise<TraceImport | Refusal> {
  const found = await findWaiting(ctx, viewer, id);
  if (isRefusal(found)) return found;
  const { file } = found;
  const isAsked = ({ reading }: DecidedImport) => file.why?.code === 'ambiguous_numbers' && !reading;
  if (!isAsked(found)) return answered();
  const bytes = await ctx.platform.files.get(file.fileKey);
  const read = await readAsNamed(ctx, viewer, bytes, thousands);
  if (isRefusal(read)) return read;
  const row = await ctx.platform.db.transaction<DecidedImport | Refusal>(async (tx) => {
    await lockFile(tx, file.sha256);
    const meanwhile = await findImport(tx, { id: file.id });
    if (!meanwhile || meanwhile.decision || !isAsked(meanwhile)) return answered();
    const bound = await bind(ctx, tx, viewer, { file: { name: file.fileName, bytes }, read });
    if (isRefusal(bound)) return bound;
    const made = { importId: file.id, byId: viewer.id, at: ctx.platform.clock.now() };
    const reading = { ...made, thousands, why: 'why' in bound ? bound.why : null };
    await insertReading(tx, reading);
    await recordAudit(tx, {
      at: made.at,
      actorId: viewer.id,
      action: 'import.read',
      subject: { kind: 'import', id: file.id },
      detail: { file_name: file.fileName, sha256: file.sha256, thousands },
    });
    if ('why' in bound) return { file, decision: null, reading };
    const decision = { ...made, requestId: bound.requestId, reason: '' };
    await insertDecision(tx, decision);
    return { file, decision, reading };
  });
  if (isRefusal(row)) return row;
  const [described] = await describeImports(ctx, [row]);
  return described ?? refuse('not_found');
}
