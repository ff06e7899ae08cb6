import { describe, expect, it } from 'vitest';
import { verdictOf } from './verdicts.ts';

describe('joint verdicts', () => {
  it.each([
    [['pass', 'pass'], 'pass'],
    [['fail', 'fail'], 'fail'],
    [['pass', 'fail'], 'disagree'],
    [['pass', null], 'pass'],
    [[null, null], 'not_judged'],
    [[], 'not_judged'],
  ] as const)('the verdicts %j of one unit together give the verdict %s', (verdicts, verdict) => {
    expect(verdictOf(verdicts)).toBe(verdict);
  });
});
