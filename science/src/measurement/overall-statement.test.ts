import { describe, expect, it } from 'vitest';
import { outcomeOf, outcomeWords, overallOf, overallStatement, standingOf } from './overall-statement.ts';
import type { Measurement } from './types.ts';

const line = (
  analyte: string,
  verdict: Measurement['verdict'],
  more: Pick<Measurement, 'decision' | 'override'> = {},
) => ({ analyte, verdict, ...more });
const pass = line('Purity', 'pass');
const fail = line('Assay', 'fail');
const none = line('Water', null);

describe('the overall statement counts the verdicts of all lines', () => {
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

describe('the table of results shows the outcome as an icon and words', () => {
  const conditional = line('Amount', 'pass', { decision: 'conditional_pass' });
  const doubtful = line('Amount', 'fail', { decision: 'conditional_fail' });
  const undecidable = line('Lead', null, { decision: 'undecidable' });

  it.each([
    ['pass', 'Within all limits', [pass, pass]],
    ['pass', 'Within limits, 1 of 2 not judged', [pass, none]],
    ['fail', 'Outside: Assay', [pass, fail, fail]],
    ['fail', 'Outside: A, B, C', ['A', 'B', 'C'].map((name) => line(name, 'fail'))],
    ['fail', 'Outside: A, B and 2 more', ['A', 'B', 'C', 'D'].map((name) => line(name, 'fail'))],
    ['between', 'Within all limits, 1 conditional', [pass, conditional]],
    ['between', 'Outside: Amount, 1 conditional', [pass, doubtful]],
    ['fail', 'Outside: Assay, Amount, 1 conditional', [fail, doubtful]],
    ['between', 'Undecidable', [undecidable]],
    ['none', 'Not judged', [none, none]],
    ['none', 'Not judged', []],
  ])('an outcome with the icon %s says: %s', (kind, words, lines) => {
    expect(outcomeWords(outcomeOf(lines))).toEqual({ kind, words });
  });

  it('an outcome counts the same lines as the overall statement', () => {
    const lines = [pass, fail, none, conditional, doubtful, undecidable];
    const { judged, not_judged, outside } = outcomeOf(lines);
    expect(overallOf(lines)).toMatchObject({ judged, not_judged, passed: judged - outside.length });
  });
});
