import { describe, expect, it } from 'vitest';
import { overallStatement, standingOf } from './overall-statement.ts';
import type { Measurement } from './types.ts';

const line = (
  analyte: string,
  verdict: Measurement['verdict'],
  more: Pick<Measurement, 'decision' | 'override'> = {},
) => ({ analyte, verdict, ...more });
const pass = line('Purity', 'pass');
const fail = line('Assay', 'fail');
const none = line('Water', null);

describe('the overall statement sums up a result', () => {
  it.each([
    ['', []],
    ['The result is not judged.', [none]],
    ['None of the 2 results is judged.', [none, none]],
    ['The judged result is within its limit; 2 are not judged.', [pass, none, none]],
    ['All 2 judged results are within their limits; 1 is not judged.', [pass, pass, none]],
    ['Fail: Assay.', [fail]],
    ['Fail: Assay, Assay. The other judged result is within its limit.', [fail, pass, fail]],
    [
      'Fail: Assay. Conditional pass: Purity. The other 2 judged results are within their limits; 1 is not judged.',
      [line('Purity', 'pass', { decision: 'conditional_pass' }), fail, pass, pass, none],
    ],
    [
      'Conditional fail: Assay. 1 is not judged.',
      [line('Assay', 'fail', { decision: 'conditional_fail' }), none],
    ],
  ])('the overall statement is: %s', (words, lines) => {
    expect(overallStatement(lines)).toBe(words);
  });

  it('the overall statement uses the verdict of a person who overrode the rule', () => {
    const override = { verdict: 'pass', reason: 'Drift' } as const;
    expect(standingOf(line('Purity', 'pass', { decision: 'fail', override }))).toBe('pass');
    expect(standingOf(line('Purity', 'pass', { decision: 'conditional_pass' }))).toBe('conditional_pass');
  });
});
