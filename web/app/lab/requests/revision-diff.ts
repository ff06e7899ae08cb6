import type { BenchRecord } from '@vialproof/contract/bench-record';
import type { Measurement } from '@vialproof/contract/results';
import {
  DECISION_WORDS,
  overrideNote,
  reportedWords,
  traceNote,
  valueNotes,
  valueWithUnit,
} from '@vialproof/science/measurement/measurement-words';
import { ruleWords } from '@vialproof/science/measurement/measuring';
import { plainDecimals } from '@vialproof/science/measurement/plain-decimals';
import { RECORD_FIELDS } from '../bench-text';

/** The parts of a revision that are compared. */
export interface Compared {
  title: string;
  summary: string;
  measurements: Measurement[];
  /** What the laboratory recorded besides the values. Undefined if it recorded nothing. */
  record?: BenchRecord | undefined;
}

/** Where a line of the later result comes from. `from` is its index in the earlier result. */
export type LineChange =
  | { kind: 'same'; from: number; line: Measurement }
  | { kind: 'changed'; from: number; before: Measurement; line: Measurement }
  | { kind: 'added'; line: Measurement };

export interface RevisionDiff {
  title: { before: string; after: string } | null;
  summary: { before: string; after: string } | null;
  /** The lines of the later result, in order. */
  lines: LineChange[];
  removed: Measurement[];
  /** Whether the lines that both results have are in another order. */
  isReordered: boolean;
  /** The records that changed, with the old and the new text. '' if there was no text. */
  record: { field: keyof BenchRecord; before: string; after: string }[];
}

/** Sorts fields by name, because their stored order does not matter. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => [key, canonical(item)]);
}
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));

const nameOf = ({ analyte, method }: Measurement) => `${analyte}\n${method}`;

/**
 * How the later result differs from the earlier one. Lines with the same analyte and method are the same line; if there
 * are several, the first belongs to the first.
 */
export function diffOf(before: Compared, after: Compared): RevisionDiff {
  const free = new Map<string, number[]>();
  before.measurements.forEach((line, place) => {
    free.set(nameOf(line), [...(free.get(nameOf(line)) ?? []), place]);
  });
  const lines = after.measurements.map((line): LineChange => {
    const from = free.get(nameOf(line))?.shift();
    const former = from === undefined ? undefined : before.measurements[from];
    if (from === undefined || !former) return { kind: 'added', line };
    return isSame(former, line)
      ? { kind: 'same', from, line }
      : { kind: 'changed', from, before: former, line };
  });
  const left = new Set([...free.values()].flat());
  const order = lines.flatMap((change) => (change.kind === 'added' ? [] : [change.from]));
  return {
    title: before.title === after.title ? null : { before: before.title, after: after.title },
    summary: before.summary === after.summary ? null : { before: before.summary, after: after.summary },
    lines,
    removed: before.measurements.filter((_, place) => left.has(place)),
    isReordered: order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0)),
    record: RECORD_FIELDS.flatMap((field) => {
      const [was, is] = [before.record?.[field] ?? '', after.record?.[field] ?? ''];
      return was === is ? [] : [{ field, before: was, after: is }];
    }),
  };
}

/** Makes the later result from the earlier one and the difference. */
export function applyDiff(diff: RevisionDiff, before: Compared): Compared {
  return {
    title: diff.title?.after ?? before.title,
    summary: diff.summary?.after ?? before.summary,
    measurements: diff.lines.flatMap((change) =>
      change.kind === 'same' ? (before.measurements[change.from] ?? []) : [change.line],
    ),
    record: {
      ...before.record,
      ...Object.fromEntries(diff.record.map(({ field, after }) => [field, after])),
    },
  };
}

type Words = [label: string, before: string, after: string];

/** The texts of a line that changed: label, old text, new text. Empty if nothing changed. */
export function changedWords(before: Measurement, after: Measurement): Words[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const changed = Object.keys(now).flatMap((label): Words[] =>
    old[label] === now[label] ? [] : [[label, old[label] ?? '', now[label] ?? '']],
  );
  const said = changed.filter(([label]) => !isSaidElsewhere(label, before, after));
  if (said.length > 0 || isSame(before, after)) return said;
  return [['Details', 'as they were', 'written otherwise']];
}

function wordsOf(line: Measurement): Record<string, string> {
  const { mass, rule } = line;
  const figure = (value: number | undefined) => (value === undefined ? '' : plainDecimals(value));
  return {
    Value: reportedWords(line),
    Unit: line.unit,
    'Worked out': valueNotes(line).join('; '),
    Limit: line.limit,
    Rule: rule ? ruleWords(rule) : 'none',
    Verdict: line.verdict ?? 'none',
    Decision: line.decision ? DECISION_WORDS[line.decision] : '',
    'Decision rule': line.decision_rule === 'guard_band' ? 'guard band' : 'simple acceptance',
    Override: overrideNote(line) ?? '',
    'Beside the trace': traceNote(line) ?? '',
    LOD: figure(line.lod),
    LOQ: figure(line.loq),
    'Label claim': figure(line.claim),
    Replicates: line.replicates?.join(' ') ?? '',
    Formula: mass?.formula ?? '',
    'Compared with': mass ? `${mass.basis} mass` : '',
    'Measured on': line.measured_on ?? '',
    'Measured by': line.provider ?? '',
    Method: Object.values(line.method_details ?? {}).join('; '),
    Ion: mass?.ion ? `m/z ${mass.ion.mz}, charge ${mass.ion.charge}+` : '',
  };
}

/** Whether another text already shows this change: a unit without changed values, or a rule by its limit. */
function isSaidElsewhere(label: string, before: Measurement, after: Measurement): boolean {
  const isUnitAlone =
    before.unit !== after.unit &&
    String(before.value) === String(after.value) &&
    before.uncertainty?.U === after.uncertainty?.U;
  const shows = (line: Measurement) => valueWithUnit(line).endsWith(line.unit);
  if (label === 'Unit') return !isUnitAlone && shows(before) && shows(after);
  if (label === 'Value') return isUnitAlone;
  if (label === 'Rule') return before.limit !== after.limit && Boolean(before.rule) === Boolean(after.rule);
  return false;
}
