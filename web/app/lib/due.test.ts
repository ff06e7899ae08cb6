import { describe, expect, it } from 'vitest';
import { dueWords } from './due';

describe('a due date is described with its day and how near it is', () => {
  // Wednesday, 25 November 2026.
  const now = new Date('2026-11-25T23:30:00Z');
  it.each([
    ['2026-11-23', 'overdue by 2 days', 'overdue'],
    ['2026-11-24', 'overdue by 1 day', 'overdue'],
    ['2026-11-25', 'due today', 'soon'],
    ['2026-11-26', 'due tomorrow', 'soon'],
    ['2026-11-27', 'due Friday', 'later'],
    ['2026-12-01', 'due Tuesday', 'later'],
    ['2026-12-02', 'due 2 Dec', 'later'],
  ])('a sample that is due on %s is described as “%s”', (day, words, state) => {
    expect(dueWords(day, now)).toEqual({ words, state });
  });
});
