import {
  type Dossier,
  type DossierLine,
  type DossierValue,
  MOST_COMPARED,
  MOST_VALUES,
  type OwnLimitQuery,
} from '@vialproof/contract/dossiers';
import { fold } from '@vialproof/contract/fold';
import { toHundredth } from '@vialproof/contract/label-deviation';
import { summaryOf } from '@vialproof/contract/statistics/summary';
import type { LineCount, LineFigures, LineValueRow, TestRow } from './pages.store.ts';
import { LABEL_LINE, type LineId, WHOLE_LINE } from './rules/counted-tests.ts';
import { byOwnLimit, isMeant } from './rules/own-limit.ts';
import { placeOf, untestedOf } from './rules/usual-analytes.ts';
import { submittersOf, verdictsOf } from './rules/verdicts.ts';

type LineName = { id: LineId; analyte_key: string; analyte: string; method: string };

/** What was read of a subject. */
export type Known = {
  subject: Dossier['subject'];
  collisions: Dossier['collisions'];
  counts: LineCount[];
  senders: number;
  figures: LineFigures[];
  names: LineName[];
  /** The newest of each line, `MOST_COMPARED` at most. */
  values: LineValueRow[];
  tests: TestRow[];
  newestAt: Date | null;
};

/** @param own the reader's own limit, if any. */
export function presentDossier(known: Known, own: OwnLimitQuery): Dossier {
  const { subject, collisions, senders, tests, newestAt } = known;
  const count = countAt(known.counts, WHOLE_LINE);
  return {
    as_of: tests[0]?.at.toISOString() ?? null,
    subject,
    counts: {
      registered: count('registered'),
      published: count('published'),
      pending: count('pending'),
      withheld: count('withheld'),
      superseded: count('superseded'),
      retracted: count('retracted'),
      opened_later: count('opened_later'),
    },
    batches: batchesOf(known, count),
    submitters: submittersOf(senders),
    lines: presentLines(known, own, count('units')),
    tests: tests.flatMap(presentTest),
    label: presentLabel(known, count('label_unread')),
    collisions,
    newest_at: newestAt?.toISOString() ?? null,
  };
}

/** A batch that has published tests is one. */
function batchesOf({ subject }: Known, count: (what: string) => number): Dossier['batches'] {
  if (subject.kind === 'batch') return { named: Math.min(1, count('units')), unnamed: 0 };
  return { named: count('named'), unnamed: count('unnamed') };
}

const countAt = (counts: readonly LineCount[], line: LineId) => {
  const own = new Map(counts.filter((count) => count.line === line).map(({ what, n }) => [what, n]));
  return (what: string) => own.get(what) ?? 0;
};

function presentLines(known: Known, own: OwnLimitQuery, units: number): DossierLine[] {
  if (units === 0) return [];
  const sorted = known.names.toSorted(
    (one, other) =>
      placeOf(one.analyte_key) - placeOf(other.analyte_key) ||
      compare(one.analyte_key, other.analyte_key) ||
      compare(one.method, other.method),
  );
  const tested = sorted.map((name) => ({
    key: name.analyte_key,
    line: presentLine(known, own, name, units),
  }));
  const untested = untestedOf(known.names.map(({ analyte_key }) => analyte_key)).map((analyte) => ({
    key: fold(analyte),
    line: untestedLine(analyte, units),
  }));
  return [...tested, ...untested]
    .toSorted((one, other) => placeOf(one.key) - placeOf(other.key))
    .map(({ line }) => line);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function presentLine(known: Known, own: OwnLimitQuery, name: LineName, units: number): DossierLine {
  const count = countAt(known.counts, name.id);
  const tested = count('tested');
  const measuredIn = known.counts.filter(({ line, what }) => line === name.id && what.startsWith('in '));
  const unit = measuredIn.length === 1 ? (measuredIn[0]?.what.slice(3) ?? null) : null;
  const values = known.values.filter(({ line }) => line === name.id).slice(0, MOST_VALUES);
  return {
    analyte: name.analyte,
    method: name.method,
    n_tested: tested,
    n_not_tested: units - tested,
    ...verdictsOf({
      pass: count('pass'),
      fail: count('fail'),
      disagree: count('disagree'),
      not_judged: count('not_judged'),
    }),
    unit,
    // Of values in several units neither is greater.
    ...(unit === null ? NO_SUMMARY : summarize(known.figures, name.id)),
    n_values: count('values'),
    values: values.map(presentValue),
    own: measuredIn.length > 1 ? null : ownShare(known, own, name),
  };
}

function ownShare(
  { values: all }: Known,
  own: OwnLimitQuery,
  { id, analyte_key }: LineName,
): DossierLine['own'] {
  if (!isMeant(own, analyte_key)) return null;
  const values = all
    .filter(({ line }) => line === id)
    .slice(0, MOST_COMPARED)
    .map(({ counted_as, request_id, value }) => ({ unit: counted_as, test: request_id, value }));
  return byOwnLimit(values, own);
}

const NO_SUMMARY = { median: null, min: null, max: null };

function summarize(figures: readonly LineFigures[], line: LineId) {
  const found = figures.find((each) => each.line === line);
  const ascending = found?.values.map((value, place) => ({ value, n: found.ns[place] ?? 0 })) ?? [];
  return summaryOf(ascending) ?? NO_SUMMARY;
}

function untestedLine(analyte: string, units: number): DossierLine {
  return {
    analyte,
    method: null,
    n_tested: 0,
    n_not_tested: units,
    ...verdictsOf({ pass: 0, fail: 0, disagree: 0, not_judged: 0 }),
    unit: null,
    ...NO_SUMMARY,
    n_values: 0,
    values: [],
    own: null,
  };
}

function presentLabel(known: Known, unread: number): Dossier['label'] {
  const { median, min, max } = summarize(known.figures, LABEL_LINE);
  const values = known.values.filter(({ line }) => line === LABEL_LINE).slice(0, MOST_VALUES);
  return {
    n: countAt(known.counts, LABEL_LINE)('values'),
    n_not_read: unread,
    median_percent: median === null ? null : toHundredth(median),
    min,
    max,
    values: values.map(presentValue),
  };
}

function presentValue(row: LineValueRow): DossierValue {
  const {
    request_id,
    task_number,
    published_at,
    value,
    words,
    unit,
    method,
    limit_words,
    low,
    high,
    verdict,
  } = row;
  return {
    request_id,
    task_number,
    published_at: published_at.toISOString(),
    value,
    words,
    unit,
    method,
    limit: limit_words,
    low,
    high,
    verdict,
  };
}

/** A withheld test is a number, and no row. */
function presentTest({ request_id, task_number, state, published_at, ...names }: TestRow): Dossier['tests'] {
  if (state === 'withheld') return [];
  const { compound, maker, batch_code } = names;
  return [
    {
      request_id,
      task_number,
      state,
      published_at: published_at?.toISOString() ?? null,
      compound,
      maker,
      batch_code,
    },
  ];
}
