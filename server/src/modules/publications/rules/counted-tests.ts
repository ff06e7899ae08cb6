import type { Measurement } from '@vialproof/contract/results';

/** The id of an analyte by a method; see the table line_name. */
export type LineId = number;
/** The line for the deviation from the label; other lines have ids from 1 on. */
export const LABEL_LINE = 0;

/** One line of a test's current result, or the deviation of its amount from the label. */
export type LineValue = {
  line: LineId;
  /** The line of the amount behind a deviation. */
  source_line: LineId | null;
  /** Null for a text. */
  value: number | null;
  words: string;
  unit: string;
  limit_words: string;
  /** The numbers of the limit, in the unit of the value. */
  low: number | null;
  high: number | null;
  verdict: Measurement['verdict'];
};

/** A counted test, with the ids of its subjects; null if unknown. Moments in ms since 1970. */
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
  /** In the customer's spelling. */
  compound: string | null;
  maker: string | null;
  batch_code: string | null;
  /** The batch code, folded. */
  code_key: string | null;
  /** Its unit for a maker or a compound: its batch, or itself. */
  unit: string;
  label_unread: boolean;
  published_ms: number | null;
  at_ms: number;
  values: LineValue[];
};

/** A batch is a maker's code for one compound; a test without a batch is its own unit. */
export function unitOf(test: Pick<CountedTest, 'request_id' | 'batch_id' | 'compound_id'>): string {
  return test.batch_id === null ? `t:${test.request_id}` : `b:${test.batch_id}:${test.compound_id ?? ''}`;
}
