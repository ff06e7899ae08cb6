import { expect, it } from 'vitest';
import { waitBeforeRetry } from './query-client';

// routes/tests.page.test.tsx tests the retries in the browser. There are only three, so they never wait 30 s.
it('the wait before each retry doubles, up to 30 s', () => {
  const waits = Array.from({ length: 8 }, (_, failures) => waitBeforeRetry(failures));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(waitBeforeRetry(5_000)).toBe(30_000);
});
