import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/postgres/database.ts';
import { findFullTrace } from '../../chromatograms/chromatograms.service.ts';
import { namedSubjectsOf, type Subject, spellingsOf } from '../../makers/makers.service.ts';
import { type AnswerOf, markAnswers } from '../answers.store.ts';
import {
  NO_SPELLINGS,
  presentCounted,
  presentListRow,
  type Spellings,
  type UnnumberedTest,
} from '../publications.presenter.ts';
import type { PublicationsContext } from '../publications.service.ts';
import {
  lockRows,
  numberLines,
  readCounted,
  removeListRow,
  replaceCounted,
  saveListRow,
  saveSampleTimes,
} from '../publications.store.ts';
import { type CountedTest, LABEL_LINE } from '../rules/counted-tests.ts';
import { isAddition, subjectsOf } from '../rules/marks.ts';
import { WHOLE_LISTS } from '../rules/whole-lists.ts';
import { concernedAmong, readSources, type Source } from '../sources.store.ts';
import { countAnswersJob } from './count-answers.ts';

const WHOLE_LIST_ANSWERS = WHOLE_LISTS.map((id): AnswerOf => ({ kind: 'list', id }));
const NOBODY: Subject = { compound: null, maker: null, batch: null };

/**
 * Writes the public rows of these orders: list, counts and times. Call it as the last step of a transaction; it locks
 * each order before reading it.
 */
export async function projectTests(ctx: PublicationsContext, tx: Tx, requestIds: string[]): Promise<void> {
  const ids = await concernedAmong(tx, requestIds);
  if (ids.length === 0) return;
  await lockRows(tx, ids);
  const sources = await readSources(tx, ids);
  const subjects = await namedSubjectsOf(
    ctx.makers,
    tx,
    sources.map(({ request_id }) => request_id),
  );
  const isListChanged = await projectList(ctx, tx, ids, { sources, subjects });
  const isCountChanged = await projectCounted(tx, ids, { sources, subjects });
  for (const { request_id, sku_id, received_ms, due_on, done_ms } of sources) {
    if (received_ms !== null) await saveSampleTimes(tx, { request_id, sku_id, received_ms, due_on, done_ms });
  }
  if (!isListChanged && !isCountChanged) return;
  await ctx.platform.jobs.send(tx, countAnswersJob, {});
  await ctx.platform.publicCache.outdate(tx);
}

type Known = { sources: Source[]; subjects: Map<string, Subject> };

/** Writes the rows of the list; returns whether it changed. */
async function projectList(
  ctx: PublicationsContext,
  tx: Tx,
  ids: string[],
  { sources, subjects }: Known,
): Promise<boolean> {
  const listed = new Map(
    sources.filter(({ is_listed }) => is_listed).map((source) => [source.request_id, source]),
  );
  let isAnyChanged = false;
  for (const id of ids) {
    const source = listed.get(id);
    const isChanged = source
      ? await saveTest(ctx, tx, source, subjects.get(id) ?? NOBODY)
      : await removeListRow(tx, id);
    isAnyChanged ||= isChanged;
  }
  // The counts of the whole list are updated a little later. They name no test, so nothing secret can be seen
  // meanwhile.
  if (isAnyChanged) await markAnswers(tx, WHOLE_LIST_ANSWERS, false);
  return isAnyChanged;
}

async function saveTest(
  { makers, chromatograms }: PublicationsContext,
  tx: Tx,
  source: Source,
  { compound, maker }: Subject,
): Promise<boolean> {
  const isPublic = source.visibility === 'public';
  const asked = { compoundId: compound?.id, makerId: maker?.id };
  const spellings: Spellings = isPublic ? await spellingsOf(makers, tx, asked) : NO_SPELLINGS;
  const { undrawn_revision_id: undrawn } = source;
  const trace = undrawn === null ? null : await findFullTrace(chromatograms, tx, undrawn);
  return saveListRow(tx, presentListRow(source, { compound, maker }, spellings, trace));
}

/** Writes the rows for the counts. Returns whether one changed. */
async function projectCounted(tx: Tx, ids: string[], { sources, subjects }: Known): Promise<boolean> {
  const unnumbered = sources.flatMap(
    (source) => presentCounted(source, subjects.get(source.request_id) ?? NOBODY) ?? [],
  );
  const after = byRequest(await numbered(tx, unnumbered));
  const before = byRequest(await readCounted(tx, ids));
  const changed = ids.filter((id) => !isDeepStrictEqual(before.get(id), after.get(id)));
  if (changed.length === 0) return false;
  await replaceCounted(
    tx,
    changed,
    changed.flatMap((id) => after.get(id) ?? []),
  );
  const marks: { added: AnswerOf[]; corrected: AnswerOf[] } = { added: [], corrected: [] };
  for (const id of changed) {
    const [old, now] = [before.get(id), after.get(id)];
    marks[isAddition(old, now) ? 'added' : 'corrected'].push(...subjectsOf([old, now]));
  }
  await markAnswers(tx, marks.added, false);
  await markAnswers(tx, marks.corrected, true);
  return true;
}

const byRequest = (tests: CountedTest[]) => new Map(tests.map((test) => [test.request_id, test]));

async function numbered(tx: Tx, tests: UnnumberedTest[]): Promise<CountedTest[]> {
  const names = tests.flatMap(({ lines, deviation }) => (deviation ? [...lines, deviation.amount] : lines));
  if (names.length === 0) return tests.map(({ test }) => ({ ...test, values: [] }));
  const numberOf = await numberLines(tx, names);
  return tests.map(({ test, lines, deviation }) => {
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
