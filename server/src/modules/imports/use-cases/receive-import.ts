import { createHash, randomUUID } from 'node:crypto';
import type { TraceImport, Unmatched } from '@vialproof/contract/imports';
import type { Thousands } from '@vialproof/contract/thousands';
import { thousandsQuestion } from '@vialproof/science/chromatography/thousands-question';
import type { Viewer } from '../../../platform/access.ts';
import { recordAudit } from '../../../platform/audit.ts';
import { safeFileName } from '../../../platform/files/file-names.ts';
import type { Upload } from '../../../platform/files/uploads.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { type ReadFile, readChromatogramFile } from '../../chromatograms/chromatograms.service.ts';
import { addInjection, numbersInName, readChromatogramRun } from '../../results/results.service.ts';
import { describeImports } from '../imports.queries.ts';
import type { ImportsContext } from '../imports.service.ts';
import { findImport, insertDecision, insertImport, lockFile, lockKey } from '../imports.store.ts';
import type { DecidedImport, ImportRow } from '../imports.tables.ts';
import { refuseKey } from './manage-keys.ts';

type Received = { isNew: boolean; import: TraceImport };
type Why = NonNullable<ImportRow['why']>;

/**
 * Stores a file that a program sends. It becomes an injection of the sample that it names, or waits for a person. A
 * second time gets the same answer. Refusals: `chromatogram_unreadable`, `file_infected`, `trace_used_elsewhere`.
 */
export async function receiveImport(
  ctx: ImportsContext,
  viewer: Viewer,
  file: Upload,
): Promise<Received | Refusal> {
  const { db, files, virusScan } = ctx.platform;
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const known = await findImport(db.orm, { sha256 });
  if (known) return describe(ctx, known, false);
  const infected = await virusScan(file.bytes);
  if (infected) return infected;
  const asked = await readOrAsk(ctx, viewer, file.bytes);
  if (isRefusal(asked)) return asked;
  const { read, question } = asked;
  const fileKey = `raw/${sha256}`;
  await files.put(fileKey, file.bytes, 'application/octet-stream');
  const kept = await db.transaction(async (tx) => {
    await lockFile(tx, sha256);
    const key = await lockKey(tx, viewer.id);
    const refused = refuseKey(key, ctx.platform.clock.now());
    if (!key || refused) return refused ?? refuse('unauthenticated');
    const meanwhile = await findImport(tx, { sha256 });
    if (meanwhile) return { row: meanwhile, isNew: false };
    const bound = question ?? (await bind(ctx, tx, viewer, { file, read }));
    if (isRefusal(bound)) return bound;
    const row: ImportRow = {
      id: randomUUID(),
      keyId: key.id,
      fileKey,
      fileName: safeFileName(file.name),
      sha256,
      sizeBytes: file.bytes.length,
      acquisition: read.acquisition,
      // While the numbers are ambiguous, warnings would be meaningless.
      warnings: question ? [] : [...read.warnings, ...read.noticed],
      why: 'why' in bound ? bound.why : null,
      receivedAt: ctx.platform.clock.now(),
    };
    return { row: await keep(ctx, tx, row, bound), isNew: true };
  });
  return isRefusal(kept) ? kept : describe(ctx, kept.row, kept.isNew);
}

/** Reads a file. If its numbers can be read in two ways, the result is a question. */
async function readOrAsk(
  ctx: ImportsContext,
  viewer: Viewer,
  bytes: Uint8Array,
): Promise<{ read: ReadFile; question?: Waiting } | Refusal> {
  const read = await readAsNamed(ctx, viewer, bytes);
  if (!isRefusal(read)) return { read };
  const { readings } = read.extra;
  if (read.code !== 'ambiguous_numbers' || !readings) return read;
  const either = await readAsNamed(ctx, viewer, bytes, 'groups');
  if (isRefusal(either)) return either;
  const why = { code: read.code, text: thousandsQuestion(readings), readings } as const;
  return { read: either, question: { why } };
}

/** Reads a file as the method of its sample says, if it names exactly one. */
export async function readAsNamed(
  ctx: ImportsContext,
  viewer: Viewer,
  bytes: Uint8Array,
  thousands?: Thousands,
): Promise<ReadFile | Refusal> {
  const wish = { thousands };
  const read = await readChromatogramFile(ctx.chromatograms, bytes, { options: null, wish });
  if (isRefusal(read)) return read;
  const [number, ...others] = numbersInName(read.acquisition);
  if (number === undefined || others.length > 0) return read;
  const asNamed = await readChromatogramRun(ctx.results, viewer, String(number), bytes, wish);
  return isRefusal(asNamed) && asNamed.code !== 'chromatogram_unreadable' ? read : asNamed;
}

type Waiting = { why: Why };
export type Bound = { requestId: string } | Waiting;

/** Stores the file and what happened to it. */
async function keep(
  { platform }: ImportsContext,
  tx: Tx,
  file: ImportRow,
  bound: Bound,
): Promise<DecidedImport> {
  await insertImport(tx, file);
  const at = platform.clock.now();
  const { id, keyId: byId, fileName, sha256 } = file;
  await recordAudit(tx, {
    at,
    actorId: byId,
    action: 'import.received',
    subject: { kind: 'import', id },
    detail: { file_name: fileName, sha256, ...('why' in bound ? { waits: bound.why.code } : {}) },
  });
  if ('why' in bound) return { file, decision: null, reading: null };
  const decision = { importId: id, requestId: bound.requestId, reason: '', byId, at };
  await insertDecision(tx, decision);
  return { file, decision, reading: null };
}

const waits = (code: Unmatched, text: string): Bound => ({ why: { code, text } });

/** Gives the file to the sample that it names, if there is only one. */
export async function bind(
  ctx: ImportsContext,
  tx: Tx,
  viewer: Viewer,
  run: { file: Upload; read: ReadFile },
): Promise<Bound | Refusal> {
  const [number, ...others] = numbersInName(run.read.acquisition);
  if (number === undefined) return waits('no_number', 'Its sample name and sample id hold no task number.');
  if (others.length > 0) {
    return waits(
      'several_numbers',
      `Its sample name and sample id hold more than one number: ${[number, ...others].join(', ')}.`,
    );
  }
  const bound = await addInjection(ctx.results, tx, viewer, String(number), run);
  if (!isRefusal(bound)) return { requestId: bound.id };
  if (bound.code === 'not_found') return waits('unknown_number', `There is no task ${number}.`);
  if (bound.code === 'wrong_state') return waits('takes_no_trace', `Task ${number}: ${bound.detail}`);
  return bound;
}

async function describe(ctx: ImportsContext, row: DecidedImport, isNew: boolean): Promise<Received> {
  const [described] = await describeImports(ctx, [row]);
  if (!described) throw new Error('an import vanished while it was described');
  return { isNew, import: described };
}
