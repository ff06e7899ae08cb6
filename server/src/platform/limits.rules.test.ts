import { expect, it } from 'vitest';
import { waitWords } from './limits.ts';

it('a waiting time is written in seconds, minutes or hours, and rounded up', () => {
  expect([1, 54, 120, 121, 3_600, 7_200, 7_201, 84_461, 86_400].map(waitWords)).toEqual([
    '1 s',
    '54 s',
    '120 s',
    '3 minutes',
    '60 minutes',
    '120 minutes',
    '3 hours',
    '24 hours',
    '24 hours',
  ]);
});
