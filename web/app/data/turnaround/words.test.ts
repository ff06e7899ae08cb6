import type { Turnaround } from '@vialproof/contract/turnaround';
import { describe, expect, it } from 'vitest';
import { asSentence, basisWords, intervalWords, measuredWords, usualWords } from './words';

const measured: Turnaround = {
  family: 'Peptides',
  n_received: 34,
  n_open: 3,
  median_days: 5,
  interval: { low: 4, high: 6 },
  nine_of_ten_days: 9,
  nine_of_ten_interval: { low: 7, high: null },
  promise_text: '5-7 business days after receipt',
  is_demo: false,
};

describe('the words about the turnaround never promise a day that is too early', () => {
  it('the words state both days, the number of samples and the confidence intervals', () => {
    expect(asSentence(measuredWords(measured) ?? '')).toBe(
      'Half are done by working day 5, nine of ten by day 9',
    );
    expect(basisWords(measured)).toBe(
      'measured over 34 samples received in the last 90 days, 3 of them open; 95\u00a0% interval: day 4 to 6 for the half, day 7 or more for nine of ten',
    );
  });

  it('the usual days are those by which nine of ten samples are done, and are unknown before that', () => {
    expect(usualWords(measured)).toBe('usually 9 working days or fewer');
    expect(usualWords({ ...measured, nine_of_ten_days: 5.5 })).toBe('usually 6 working days or fewer');
    expect(usualWords({ ...measured, nine_of_ten_days: null })).toBeUndefined();
    expect(usualWords({ ...measured, n_received: null, nine_of_ten_days: null })).toBeUndefined();
  });

  it('the words never state a day that is too early', () => {
    expect(measuredWords({ ...measured, median_days: 4.5, nine_of_ten_days: 9.5 })).toBe(
      'half are done by working day 5, nine of ten by day 10',
    );
    expect(intervalWords({ low: 3.5, high: 6.5 })).toBe('3 to 7');
    expect(intervalWords({ low: null, high: null })).toBeUndefined();
    expect(basisWords({ ...measured, nine_of_ten_interval: { low: null, high: null } })).toMatch(
      /interval: day 4 to 6 for the half$/,
    );
  });

  it('the words say that not enough samples are finished, and are empty with too few samples', () => {
    const late = { ...measured, nine_of_ten_days: null };
    expect(measuredWords(late)).toBe('half are done by working day 5, not yet nine of ten');
    expect(basisWords(late)).not.toContain('nine of ten');
    expect(measuredWords({ ...late, median_days: null })).toBe('fewer than half are done so far');
    expect(basisWords({ ...late, median_days: null, n_open: 0 })).toBe(
      'measured over 34 samples received in the last 90 days',
    );
    expect(measuredWords({ ...measured, n_received: null })).toBeUndefined();
  });
});
