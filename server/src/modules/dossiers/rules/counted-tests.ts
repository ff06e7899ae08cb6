import type { DossierKind } from '@vialproof/contract/dossiers';
import type { Measurement } from '@vialproof/contract/results';

type Verdict = Measurement['verdict'];

/** Stands for an analyte by a method; see the table dossier_line. */
export type LineId = number;
/** The line that holds how far an amount is from its label; other lines have numbers from 1 on. */
export const LABEL_LINE = 0;
/** Counts of whole tests and batches stand at this line, */
export const WHOLE_LINE = -1;
/** and how many published tests each customer sent at this one. */
export const SENDERS_LINE = -2;

/** One line of a test's current result, or how far its amount is from the label. */
export type LineValue = {
  line: LineId;
  /** Of the amount that a deviation was worked out from. */
  source_line: LineId | null;
  /** Null where it is words. */
  value: number | null;
  words: string;
  unit: string;
  limit_words: string;
  /** The numbers of the stated limit, in the unit of the value. */
  low: number | null;
  high: number | null;
  verdict: Verdict;
};

/** A test that dossiers count, with the ids of what it is about; null where nobody knows. Moments in ms since 1970. */
export type CountedTest = {
  request_id: string;
  task_number: number;
  customer_id: string;
  state: 'published' | 'pending' | 'withheld';
  opened_later: boolean;
  superseded: number;
  retracted: number;
  compound_id: string | null;
  maker_id: string | null;
  batch_id: string | null;
  /** The batch code, folded. */
  code_key: string | null;
  /** What it counts as once for a maker or a compound: its batch, or itself. */
  unit: string;
  label_unread: boolean;
  published_ms: number | null;
  at_ms: number;
  values: LineValue[];
};

/** A batch is a maker's code for one compound; a test without one is a unit of its own. */
export function unitOf(test: Pick<CountedTest, 'request_id' | 'batch_id' | 'compound_id'>): string {
  return test.batch_id === null ? `t:${test.request_id}` : `b:${test.batch_id}:${test.compound_id ?? ''}`;
}

/** What a test is about, as the counts have it: which dossiers count it, and as which unit. */
export function subjectsOf(test: CountedTest): { kind: DossierKind; id: string; unit: string }[] {
  const subjects = [
    { kind: 'batch' as const, id: test.batch_id, unit: test.request_id },
    { kind: 'compound' as const, id: test.compound_id, unit: test.unit },
    { kind: 'maker' as const, id: test.maker_id, unit: test.unit },
  ];
  return subjects.flatMap(({ kind, id, unit }) => (id === null ? [] : [{ kind, id, unit }]));
}

/** What several lines of one test say together: it fails by one of them, and passes when one was judged and none fails. */
export function verdictOfTest(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.includes('pass') ? 'pass' : null;
}

/**
 * What the tests of one unit say together: all that were judged pass, all fail, or they disagree. Those that no limit
 * judged say nothing.
 */
export function verdictOf(verdicts: readonly Verdict[]): 'pass' | 'fail' | 'disagree' | 'not_judged' {
  const judged = new Set(verdicts.filter((verdict) => verdict !== null));
  if (judged.size > 1) return 'disagree';
  const [only = 'not_judged' as const] = judged;
  return only;
}
