import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Turnaround } from '@vialproof/contract/turnaround';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { turnaroundQuery } from './queries';
import { TurnaroundOf, TurnaroundSentences } from './turnaround-of';

const item = { family: 'Peptides', tat_text: '5-7 business days after receipt' };
const measured: Turnaround = {
  family: 'Peptides',
  n_received: 34,
  n_open: 0,
  median_days: 5,
  interval: { low: 4, high: 6 },
  nine_of_ten_days: 9,
  nine_of_ten_interval: { low: 7, high: 11 },
  promise_text: '5-7 business days after receipt',
  is_demo: false,
};

function drawn(content: ReactNode, answer: Turnaround[]): string {
  const queries = new QueryClient();
  queries.setQueryData(turnaroundQuery().queryKey, answer);
  const html = renderToStaticMarkup(<QueryClientProvider client={queries}>{content}</QueryClientProvider>);
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('the turnaround is shown beside a test', () => {
  it('a test shows its promised turnaround and the measured turnaround of its product family', () => {
    expect(drawn(<TurnaroundOf item={item} />, [measured])).toBe(
      'TAT: 5-7 business days after receipt (promised) Measured: half are done by working day 5, nine of ten by day 9',
    );
    expect(drawn(<TurnaroundSentences item={item} />, [measured])).toBe(
      'Promised turnaround: 5-7 business days after receipt. Half are done by working day 5, nine of ten by day 9 (Peptides; measured over 34 samples received in the last 90 days; 95 % interval: day 4 to 6 for the half, day 7 to 11 for nine of ten).',
    );
  });

  it('a test shows only the promised turnaround if its product family has too few samples', () => {
    const few: Turnaround = { ...measured, n_received: null, median_days: null, nine_of_ten_days: null };
    for (const answer of [[few], [{ ...measured, family: 'GLP-1' }], []]) {
      expect(drawn(<TurnaroundOf item={item} />, answer)).toBe(
        'TAT: 5-7 business days after receipt (promised)',
      );
      expect(drawn(<TurnaroundSentences item={item} />, answer)).toBe(
        'Promised turnaround: 5-7 business days after receipt.',
      );
    }
  });

  it('numbers that include demo samples are marked', () => {
    const demo = [{ ...measured, is_demo: true }];
    expect(drawn(<TurnaroundOf item={item} />, demo)).toContain('Demo figures: half are done by');
    expect(drawn(<TurnaroundSentences item={item} />, demo)).toContain(
      'Demo figures, no record of a laboratory: half are done by',
    );
  });
});
