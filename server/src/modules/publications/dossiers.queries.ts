import { MOST_COMPARED } from '@vialproof/contract/dossiers';
import { type Summary, summaryOf } from '@vialproof/science/statistics/summary';
import type { Queryable } from '../../platform/postgres/database.ts';
import { findAnswer } from './answers.store.ts';
import {
  type CodeRow,
  type Counted,
  countLines,
  countWhole,
  hasCounted,
  type LineCounts,
  type LineFigures,
  type LineValueRow,
  listNewest,
  readCompounds,
  readFigures,
  readSharedCodes,
  readTests,
  readValues,
  type TestRow,
  type WholeCounts,
  withPublished,
} from './dossiers.store.ts';
import type { PublicationsContext } from './publications.service.ts';
import { LABEL_LINE } from './rules/counted-tests.ts';
import { LEAST_DOSSIER } from './rules/marks.ts';
import { type RowFigures, rowFigures } from './rules/row-figures.ts';
import { listPublic } from './tests.store.ts';

/** How many values a line of the results has, their units, and median, minimum and maximum. */
export type Figures = { n_values: number; units: string[]; summary: Summary | null };

/** What is stored about a compound, maker or batch. Names are read again each time. */
export type DossierFacts = {
  whole: WholeCounts;
  lines: (LineCounts & Figures)[];
  label: Figures;
  /** The newest values for each analyte and method (line). */
  values: LineValueRow[];
  tests: TestRow[];
};

/** How many of its newest tests the page of a compound, maker or batch lists. */
const MOST_TESTS = 200;
const NO_FIGURES: Figures = { n_values: 0, units: [], summary: null };

/** Counts the tests of a compound, maker or batch. */
export async function countDossier(db: Queryable, of: Counted): Promise<DossierFacts> {
  const whole = await countWhole(db, of);
  const lines = await countLines(db, of);
  const figures = new Map((await readFigures(db, of)).map((row) => [row.line, figuresOf(row)]));
  const values = await readValues(db, of, MOST_COMPARED);
  const tests = await readTests(db, of, MOST_TESTS);
  return {
    whole,
    lines: lines.map((line) => ({ ...line, ...(figures.get(line.line) ?? NO_FIGURES) })),
    label: figures.get(LABEL_LINE) ?? NO_FIGURES,
    values,
    tests,
  };
}

function figuresOf({ n_values, units, values, ns }: LineFigures): Figures {
  const ascending = values.map((value, place) => ({ value, n: ns[place] ?? 0 }));
  return { n_values, units, summary: summaryOf(ascending) };
}

/** The counts, with the numbers of the listed tests by order id. */
export type ShownFacts = DossierFacts & { figures: Map<string, RowFigures> };

/** The numbers of these tests, as the public list shows them. */
async function figuresOfTests(db: Queryable, tests: TestRow[]): Promise<Map<string, RowFigures>> {
  const published = tests.filter(({ state }) => state === 'published');
  const rows = await listPublic(
    db,
    published.map(({ request_id }) => request_id),
  );
  return new Map(rows.map(({ body }) => [body.request_id, rowFigures(body)]));
}

/**
 * The counts of a compound, maker or batch: stored, or counted now. All readers share one count until public data
 * change.
 */
export function dossierFacts({ platform }: PublicationsContext, of: Counted): Promise<ShownFacts> {
  const { publicReads, bulkDb, publicCache } = platform;
  return publicCache.fetchFacts(`${of.kind} ${of.id}`, async () => {
    const quick = await publicReads((db) => findOrCount(db, of));
    const facts = quick ?? (await countDossier(bulkDb.orm, of));
    return { ...facts, figures: await publicReads((db) => figuresOfTests(db, facts.tests)) };
  });
}

/** Undefined if counting the tests takes longer than one request is allowed to take. */
async function findOrCount(db: Queryable, of: Counted): Promise<DossierFacts | undefined> {
  const stored = await findAnswer<DossierFacts>(db, of);
  if (stored || (await hasCounted(db, of, LEAST_DOSSIER))) return stored;
  return countDossier(db, of);
}

/** The batch codes that several makers or compounds use. */
export const sharedCodes = (_ctx: PublicationsContext, codes: string[], db: Queryable): Promise<CodeRow[]> =>
  readSharedCodes(db, codes);

/** The newest published tests of a compound, maker or batch. */
export const newestOfDossier = (_ctx: PublicationsContext, of: Counted, most: number, db: Queryable) =>
  listNewest(db, of, most);

/** The compounds in the published tests of a batch. */
export const compoundsOfBatch = (_ctx: PublicationsContext, batchId: string, db: Queryable) =>
  readCompounds(db, batchId);

/** Which of these compounds, makers or batches have published tests. */
export const amongPublished = (
  _ctx: PublicationsContext,
  kind: Counted['kind'],
  ids: string[],
  db: Queryable,
) => withPublished(db, kind, ids);
