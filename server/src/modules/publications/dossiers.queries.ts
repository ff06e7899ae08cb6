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

/** The number of a line's values, the units of its numbers, and their median, minimum and maximum. */
export type Figures = { n_values: number; units: string[]; summary: Summary | null };

/** The data of a dossier, without names, which are read each time. */
export type DossierFacts = {
  whole: WholeCounts;
  lines: (LineCounts & Figures)[];
  label: Figures;
  /** The newest values of each line, `MOST_COMPARED` at most. */
  values: LineValueRow[];
  tests: TestRow[];
};

/** How many of its newest tests a dossier lists. */
const MOST_TESTS = 200;
const NO_FIGURES: Figures = { n_values: 0, units: [], summary: null };

/** Counts a dossier from the rows of its tests. */
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

/**
 * The data of a dossier: the stored answer, which may lack recent additions, otherwise counted now, once for all
 * readers in this process until public data change.
 */
export function dossierFacts({ platform }: PublicationsContext, of: Counted): Promise<DossierFacts> {
  const { db, bulkDb, publicCache } = platform;
  return publicCache.fetchFacts(`${of.kind} ${of.id}`, async () => {
    const stored = await findAnswer<DossierFacts>(db.orm, of);
    if (stored) return stored;
    // Counting a large one may take longer than a request's statement may.
    const isLarge = await hasCounted(db.orm, of, LEAST_DOSSIER);
    return countDossier(isLarge ? bulkDb.orm : db.orm, of);
  });
}

/** Makers and compounds with published tests under these codes, if a code has several. */
export const sharedCodes = ({ platform }: PublicationsContext, codes: string[]): Promise<CodeRow[]> =>
  readSharedCodes(platform.db.orm, codes);

/** The ids of the newest published tests of a dossier. */
export const newestOfDossier = ({ platform }: PublicationsContext, of: Counted, most: number) =>
  listNewest(platform.db.orm, of, most);

/** The compounds of a batch's published tests: one, or a collision. */
export const compoundsOfBatch = ({ platform }: PublicationsContext, batchId: string) =>
  readCompounds(platform.db.orm, batchId);

/** The compounds, makers or batches among these with published tests. */
export const amongPublished = ({ platform }: PublicationsContext, kind: Counted['kind'], ids: string[]) =>
  withPublished(platform.db.orm, kind, ids);
