import type { Measurement } from '@vialproof/contract/results';

/** The id of an analyte with its method. */
export type LineId = number;
/** The line for the difference from the label. */
export const LABEL_LINE = 0;

/** A line of a test, or the difference of its amount from the label. */
export type LineValue = {
  line: LineId;
  /** For a difference: the line of the amount. */
  source_line: LineId | null;
  /** Null if the value is a text. */
  value: number | null;
  words: string;
  unit: string;
  limit_words: string;
  /** The limits as numbers. */
  low: number | null;
  high: number | null;
  verdict: Measurement['verdict'];
};

/** A counted test with the ids of compound, maker and batch. */
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
  /** The compound in the customer's words. */
  compound: string | null;
  maker: string | null;
  batch_code: string | null;
  /** The batch code in the form for comparison. */
  code_key: string | null;
  /** What makers and compounds count: the batch, or the test itself. */
  unit: string;
  label_unread: boolean;
  published_ms: number | null;
  at_ms: number;
  values: LineValue[];
};

/** What a test counts as: its batch (a maker's code for a compound), or itself without one. */
export function unitOf(test: Pick<CountedTest, 'request_id' | 'batch_id' | 'compound_id'>): string {
  return test.batch_id === null ? `t:${test.request_id}` : `b:${test.batch_id}:${test.compound_id ?? ''}`;
}
