import type { Measurement } from '@vialproof/contract/results';

/** Stands for an analyte by a method; see the table line_name. */
export type LineId = number;
/** The line that holds how far an amount is from its label; other lines have numbers from 1 on. */
export const LABEL_LINE = 0;

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
  verdict: Measurement['verdict'];
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
  /** As its customer wrote them. */
  compound: string | null;
  maker: string | null;
  batch_code: string | null;
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
