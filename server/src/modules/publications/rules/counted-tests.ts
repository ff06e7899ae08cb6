import type { Measurement } from '@vialproof/contract/results';

/** The id of an analyte with its method (line). */
export type LineId = number;
/** The id under which the difference from the label is counted. */
export const LABEL_LINE = 0;

/** A measured value, or the difference of an amount from the label. */
export type LineValue = {
  line: LineId;
  /** For a difference from the label: the analyte and method of the amount. */
  source_line: LineId | null;
  /** Null if the value is a text. */
  value: number | null;
  words: string;
  unit: string;
  limit_words: string;
  /** The limits of the value as numbers. */
  low: number | null;
  high: number | null;
  verdict: Measurement['verdict'];
};

/** A test in the counts, with the ids of compound, maker and batch. */
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
  /** The batch code in the form for comparison. */
  code_key: string | null;
  /** What makers and compounds count this test as: its batch, or the test itself. */
  unit: string;
  label_unread: boolean;
  published_ms: number | null;
  at_ms: number;
  values: LineValue[];
};

/**
 * What a test is counted as: its batch (for a compound together with the maker), or the test itself if it has no batch.
 */
export function unitOf(test: Pick<CountedTest, 'request_id' | 'batch_id' | 'compound_id'>): string {
  return test.batch_id === null ? `t:${test.request_id}` : `b:${test.batch_id}:${test.compound_id ?? ''}`;
}
