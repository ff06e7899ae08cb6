import type { DossierKind } from '@vialproof/contract/dossiers';
import {
  type CountedTest,
  LABEL_LINE,
  type LineId,
  SENDERS_LINE,
  subjectsOf,
  verdictOf,
  verdictOfTest,
  WHOLE_LINE,
} from './counted-tests.ts';

/** How often something is true of a subject, at a line. */
export type Count = { kind: DossierKind; subject_id: string; line: LineId; what: string; n: number };
/** How often a value was found for a subject, at a line. */
export type Figure = { kind: DossierKind; subject_id: string; line: LineId; value: number; n: number };
export type Counts = { counts: Count[]; figures: Figure[] };

/**
 * What these tests add to the dossiers of their subjects. All published tests of a unit must be among them, for they
 * count together; then the counts of several units are the sum of the counts of each. In the order in which the database
 * locks them, and without zeros.
 */
export function countsOf(tests: readonly CountedTest[]): Counts {
  const counted = new Tally();
  for (const test of tests) countWhole(counted, test);
  for (const { kind, id, unit } of unitsOf(tests)) countUnit(counted, kind, id, unit);
  return counted.read();
}

/** What has to be added to come from one to the other. */
export function changeBetween(before: Counts, after: Counts): Counts {
  const counted = new Tally();
  for (const [sign, { counts, figures }] of [[-1, before] as const, [1, after] as const]) {
    for (const { kind, subject_id, line, what, n } of counts)
      counted.add(kind, subject_id, line, what, sign * n);
    for (const { kind, subject_id, line, value, n } of figures)
      counted.addFigure(kind, subject_id, line, value, sign * n);
  }
  return counted.read();
}

/** What counts for each test by itself. */
function countWhole(counted: Tally, test: CountedTest): void {
  for (const { kind, id } of subjectsOf(test)) {
    const add = (what: string, n: number, line = WHOLE_LINE) => counted.add(kind, id, line, what, n);
    add(test.state, 1);
    add(test.opened_later ? 'opened_later' : 'registered', 1);
    add('superseded', test.superseded);
    add('retracted', test.retracted);
    if (test.state !== 'published') continue;
    add(test.customer_id, 1, SENDERS_LINE);
    add('label_unread', test.label_unread ? 1 : 0);
    for (const { line, value, unit } of test.values) {
      add('values', 1, line);
      if (value === null) continue;
      counted.addFigure(kind, id, line, value, 1);
      add(`in ${unit}`, 1, line);
    }
  }
}

type Unit = { kind: DossierKind; id: string; unit: CountedTest[] };

/** The published tests, put together as each subject counts them. */
function unitsOf(tests: readonly CountedTest[]): Unit[] {
  const units = new Map<string, Unit>();
  for (const test of tests) {
    if (test.state !== 'published') continue;
    for (const { kind, id, unit: name } of subjectsOf(test)) {
      const key = JSON.stringify([kind, id, name]);
      const known = units.get(key);
      if (known) known.unit.push(test);
      else units.set(key, { kind, id, unit: [test] });
    }
  }
  return [...units.values()];
}

function countUnit(counted: Tally, kind: DossierKind, id: string, unit: CountedTest[]): void {
  counted.add(kind, id, WHOLE_LINE, 'units', 1);
  // A batch has one name and many tests.
  if (kind !== 'batch') {
    const isNamed = unit.some(({ batch_id }) => batch_id !== null);
    counted.add(kind, id, WHOLE_LINE, isNamed ? 'named' : 'unnamed', 1);
  }
  const verdicts = unit.flatMap(({ values }) =>
    [...Map.groupBy(values, ({ line }) => line)]
      .filter(([line]) => line !== LABEL_LINE)
      .map(([line, same]) => ({ line, verdict: verdictOfTest(same.map(({ verdict }) => verdict)) })),
  );
  for (const [line, same] of Map.groupBy(verdicts, (test) => test.line)) {
    counted.add(kind, id, line, 'tested', 1);
    counted.add(kind, id, line, verdictOf(same.map(({ verdict }) => verdict)), 1);
  }
}

/** Adds up what is equal. */
class Tally {
  readonly #counts = new Map<string, Count>();
  readonly #figures = new Map<string, Figure>();

  add(kind: DossierKind, subject_id: string, line: LineId, what: string, n: number): void {
    const key = JSON.stringify([kind, subject_id, line, what]);
    const known = this.#counts.get(key);
    if (known) known.n += n;
    else this.#counts.set(key, { kind, subject_id, line, what, n });
  }

  addFigure(kind: DossierKind, subject_id: string, line: LineId, value: number, n: number): void {
    const key = JSON.stringify([kind, subject_id, line, value]);
    const known = this.#figures.get(key);
    if (known) known.n += n;
    else this.#figures.set(key, { kind, subject_id, line, value, n });
  }

  read(): Counts {
    return { counts: inOrder(this.#counts), figures: inOrder(this.#figures) };
  }
}

function inOrder<T extends { n: number }>(counted: ReadonlyMap<string, T>): T[] {
  return [...counted]
    .filter(([, { n }]) => n !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);
}
