import { expect, it } from 'vitest';
import { waitBeforeRetry } from './query-client';

// That queries in the browser wait by it is seen in routes/tests.page.test.tsx; their three retries never reach the cap.
it('waits twice as long after each failure, and 30 s at most', () => {
  const waits = Array.from({ length: 8 }, (_, failures) => waitBeforeRetry(failures));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(waitBeforeRetry(5_000)).toBe(30_000);
});
