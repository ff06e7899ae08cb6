import { describe, expect, it } from 'vitest';
import { verdictOf } from './verdicts.ts';

describe('several verdicts together give one verdict', () => {
  it.each([
    [['pass', 'pass'], 'pass'],
    [['fail', 'fail'], 'fail'],
    [['pass', 'fail'], 'disagree'],
    [['pass', null], 'pass'],
    [[null, null], 'not_judged'],
    [[], 'not_judged'],
  ] as const)('the verdicts %j together are the verdict %s', (verdicts, verdict) => {
    expect(verdictOf(verdicts)).toBe(verdict);
  });
});
