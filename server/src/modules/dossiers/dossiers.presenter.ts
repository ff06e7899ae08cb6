import {
  type Dossier,
  type DossierLine,
  type DossierValue,
  MOST_COMPARED,
  MOST_VALUES,
  type OwnLimitQuery,
} from '@vialproof/contract/dossiers';
import { toHundredth } from '@vialproof/science/measurement/label-deviation';
import { fold } from '@vialproof/science/text/fold';
import { foldMethod } from '../methods/methods.service.ts';
import {
  LABEL_LINE,
  type LineValueRow,
  NO_FIGURES,
  type ShownFacts,
  type TestRow,
} from '../publications/publications.service.ts';
import { byOwnLimit, isMeant } from './rules/own-limit.ts';
import { placeOf, untestedOf } from './rules/usual-analytes.ts';
import { submittersOf, verdictsOf } from './rules/verdicts.ts';

/** What is known about the compound, maker or batch. */
export type Known = {
  subject: Dossier['subject'];
  collisions: Dossier['collisions'];
  facts: ShownFacts;
};

const instant = (ms: number | null | undefined) =>
  typeof ms === 'number' ? new Date(ms).toISOString() : null;

/** @param own the limit that the reader typed. */
export function presentDossier({ subject, collisions, facts }: Known, own: OwnLimitQuery): Dossier {
  const { whole, tests } = facts;
  const { registered, published, pending, withheld, superseded, retracted, opened_later } = whole;
  return {
    as_of: instant(tests[0]?.at_ms),
    subject,
    counts: { registered, published, pending, withheld, superseded, retracted, opened_later },
    batches: batchesOf(subject, facts),
    submitters: submittersOf(whole.senders),
    lines: presentLines(facts, own),
    tests: tests.flatMap((row) => presentTest(row, facts)),
    label: presentLabel(facts),
    collisions,
    newest_at: instant(whole.newest_ms),
  };
}

/** For makers and compounds each batch is counted once. */
function batchesOf({ kind }: Dossier['subject'], { whole }: ShownFacts): Dossier['batches'] {
  const { units, named } = whole;
  return kind === 'batch' ? { named: Math.min(1, units), unnamed: 0 } : { named, unnamed: units - named };
}

function presentLines(facts: ShownFacts, own: OwnLimitQuery): DossierLine[] {
  const { units } = facts.whole;
  if (units === 0) return [];
  const sorted = facts.lines.toSorted(
    (one, other) =>
      placeOf(one.analyte_key) - placeOf(other.analyte_key) ||
      compare(one.analyte_key, other.analyte_key) ||
      compare(one.method, other.method),
  );
  const sections = sectionsOf(sorted);
  const tested = sorted.map((line, place) => ({
    key: line.analyte_key,
    line: { ...presentLine(facts, own, line), section: sections[place] ?? 0 },
  }));
  const untested = untestedOf(facts.lines.map(({ analyte_key }) => analyte_key)).map((analyte, place) => ({
    key: fold(analyte),
    line: { ...untestedLine(analyte, units), section: sorted.length + place + 1 },
  }));
  return [...tested, ...untested]
    .toSorted((one, other) => placeOf(one.key) - placeOf(other.key))
    .map(({ line }) => line);
}

/**
 * The section on the page for each line of the results, from 1 on. Lines whose names differ only in spelling share one.
 */
function sectionsOf(lines: ShownFacts['lines']): number[] {
  const keys = lines.map(({ analyte_key, method }) => JSON.stringify([analyte_key, foldMethod(method)]));
  return keys.map((key) => keys.indexOf(key) + 1);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const NO_SUMMARY = { median: null, min: null, max: null };

function presentLine(
  facts: ShownFacts,
  own: OwnLimitQuery,
  line: ShownFacts['lines'][number],
): Omit<DossierLine, 'section'> {
  const unit = line.units.length === 1 ? (line.units[0] ?? null) : null;
  const values = valuesOf(facts, line.line);
  return {
    analyte: line.analyte,
    method: line.method,
    n_tested: line.tested,
    n_not_tested: facts.whole.units - line.tested,
    ...verdictsOf(line),
    unit,
    // Values in different units cannot be compared.
    ...(unit === null ? NO_SUMMARY : (line.summary ?? NO_SUMMARY)),
    n_values: line.n_values,
    values: values.slice(0, MOST_VALUES).map(presentValue),
    own: line.units.length > 1 ? null : ownShare(values, own, line.analyte_key),
  };
}

const valuesOf = ({ values }: ShownFacts, line: number) => values.filter((value) => value.line === line);

function ownShare(values: LineValueRow[], own: OwnLimitQuery, analyteKey: string): DossierLine['own'] {
  if (!isMeant(own, analyteKey)) return null;
  const compared = values
    .slice(0, MOST_COMPARED)
    .map(({ counted_as, request_id, value }) => ({ unit: counted_as, test: request_id, value }));
  return byOwnLimit(compared, own);
}

function untestedLine(analyte: string, units: number): Omit<DossierLine, 'section'> {
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

function presentLabel(facts: ShownFacts): Dossier['label'] {
  const { median, min, max } = facts.label.summary ?? NO_SUMMARY;
  return {
    n: facts.label.n_values,
    n_not_read: facts.whole.label_unread,
    median_percent: median === null ? null : toHundredth(median),
    min,
    max,
    values: valuesOf(facts, LABEL_LINE).slice(0, MOST_VALUES).map(presentValue),
  };
}

function presentValue(row: LineValueRow): DossierValue {
  const {
    request_id,
    task_number,
    published_ms,
    value,
    words,
    unit,
    method,
    limit_words,
    low,
    high,
    verdict,
  } = row;
  const published_at = new Date(published_ms).toISOString();
  return {
    request_id,
    task_number,
    published_at,
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

/** A test that its owner keeps private is only counted. */
function presentTest(row: TestRow, { figures }: ShownFacts): Dossier['tests'] {
  const { request_id, task_number, state, published_ms, compound, maker, batch_code } = row;
  if (state === 'withheld') return [];
  const published_at = instant(published_ms);
  const shown = (state === 'published' && figures.get(request_id)) || NO_FIGURES;
  return [{ request_id, task_number, state, published_at, compound, maker, batch_code, ...shown }];
}
