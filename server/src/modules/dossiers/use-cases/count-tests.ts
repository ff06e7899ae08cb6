import { fold } from '@vialproof/contract/fold';
import type { Tx } from '../../../platform/database.ts';
import { takeTurn } from '../../../platform/late-work.ts';
import type { Subject } from '../../makers/makers.service.ts';
import type { DossiersContext } from '../dossiers.context.ts';
import {
  addCounts,
  numberLines,
  readCounted,
  readSources,
  replaceTests,
  type Source,
} from '../dossiers.store.ts';
import { type CountedTest, LABEL_LINE, unitOf } from '../rules/counted-tests.ts';
import { changeBetween, countsOf } from '../rules/counts.ts';
import { type Deviation, deviationLine, type MeasuredLine, measuredLines } from '../rules/measured-lines.ts';
import { stateOf } from '../rules/states.ts';

/**
 * Counts these requests as they are now, in the transaction that changed them: reads and writes the rows of their units
 * and the counters of their subjects, and nothing else.
 */
export async function recount(ctx: DossiersContext, tx: Tx, requestIds: string[]): Promise<void> {
  if (isEqual(await readCounted(tx, { requestIds, units: [] }), await countedNow(ctx, tx, requestIds)))
    return;
  await takeTurn(tx);
  // Again: others may have changed them while this waited.
  const is = await countedNow(ctx, tx, requestIds);
  const was = await readCounted(tx, { requestIds, units: [] });
  const units = [...new Set([...was, ...is].map(({ unit }) => unit))];
  const own = new Set(requestIds);
  const before = await readCounted(tx, { requestIds, units });
  const beside = before.filter(({ request_id }) => !own.has(request_id));
  await replaceTests(tx, requestIds, is);
  await addCounts(tx, changeBetween(countsOf(before), countsOf([...beside, ...is])));
  await ctx.changed.publish(tx, { requestIds });
}

/** The tests of these requests as they should be counted, with the numbers of their lines. */
export async function countedNow(ctx: DossiersContext, tx: Tx, requestIds: string[]): Promise<CountedTest[]> {
  const sources = await readSources(tx, requestIds);
  const ids = sources.map(({ request_id }) => request_id);
  const subjects = ids.length > 0 ? await ctx.makers.subjectsOf(tx, ids) : new Map<string, Subject>();
  const present = sources.flatMap((source) => beforeNumbers(source, subjects.get(source.request_id)));
  const names = present.flatMap(({ lines, deviation }) => (deviation ? [...lines, deviation.amount] : lines));
  const numberOf = await numberLines(tx, names);
  return present.map(({ test, lines, deviation }) => {
    const values = lines.map(({ analyte_key, method_key, analyte, method, ...line }) => ({
      line: numberOf({ analyte_key, method_key, analyte, method }),
      source_line: null,
      ...line,
    }));
    if (!deviation) return { ...test, values };
    const { amount, ...line } = deviation;
    return { ...test, values: [...values, { line: LABEL_LINE, source_line: numberOf(amount), ...line }] };
  });
}

type Unnumbered = { test: Omit<CountedTest, 'values'>; lines: MeasuredLine[]; deviation: Deviation | null };

/** A test that is counted, or none. */
function beforeNumbers(source: Source, subject: Subject | undefined): Unnumbered[] {
  const state = stateOf(source);
  if (!state) return [];
  const { request_id, task_number, customer_id, superseded, retracted, published_ms, at_ms } = source;
  const { compound, maker, batch } = subject ?? { compound: null, maker: null, batch: null };
  const isPublished = state === 'published';
  const measurements = isPublished ? (source.measurements ?? []) : [];
  const deviation = deviationLine(measurements, source.dosage_text);
  const ids = {
    compound_id: compound?.id ?? null,
    maker_id: maker?.id ?? null,
    batch_id: batch?.id ?? null,
  };
  const code = batch?.name ?? source.batch_code;
  const test: Omit<CountedTest, 'values'> = {
    request_id,
    task_number,
    customer_id,
    state,
    opened_later: source.registered_as === 'private' || source.opened_again,
    superseded,
    retracted,
    ...ids,
    code_key: code === null ? null : fold(code) || null,
    unit: unitOf({ request_id, ...ids }),
    label_unread: deviation === 'unread',
    published_ms: isPublished ? published_ms : null,
    at_ms,
  };
  const lines = measuredLines(measurements, source.is_manual);
  return [{ test, lines, deviation: deviation === 'unread' ? null : deviation }];
}

/** Order of the fields is that of the store in both: as text they are equal where they are. */
function isEqual(one: CountedTest[], other: CountedTest[]): boolean {
  return textOf(one) === textOf(other);
}

const byId = (one: CountedTest, other: CountedTest) => (one.request_id < other.request_id ? -1 : 1);
const textOf = (tests: CountedTest[]) => JSON.stringify(tests.toSorted(byId), sortedKeys);

/** The order of an object's fields says nothing. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
