import type { Measurement } from '@vialproof/contract/results';

/** The id of an analyte measured by a method; see the table line_name. */
export type LineId = number;
/** The line of the deviation from the label. Other lines have ids from 1 on. */
export const LABEL_LINE = 0;

/** One line of a test's current result, or the deviation of its amount from the label. */
export type LineValue = {
  line: LineId;
  /** For a deviation: the line of the amount from which it was computed. */
  source_line: LineId | null;
  /** Null if the value is a text. */
  value: number | null;
  words: string;
  unit: string;
  limit_words: string;
  /** The numbers of the limit, in the unit of the value. */
  low: number | null;
  high: number | null;
  verdict: Measurement['verdict'];
};

/** A counted test with the ids of its compound, maker and batch; an unknown id is null. Moments are ms since 1970. */
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
  /** The compound as the customer wrote it. */
  compound: string | null;
  maker: string | null;
  batch_code: string | null;
  /** The batch code, folded. */
  code_key: string | null;
  /** The unit under which makers and compounds count the test: its batch, or the test itself. */
  unit: string;
  label_unread: boolean;
  published_ms: number | null;
  at_ms: number;
  values: LineValue[];
};

/**
 * The unit of a test: its batch, which is one maker's code for one compound. A test without a batch is its own unit.
 */
export function unitOf(test: Pick<CountedTest, 'request_id' | 'batch_id' | 'compound_id'>): string {
  return test.batch_id === null ? `t:${test.request_id}` : `b:${test.batch_id}:${test.compound_id ?? ''}`;
}
