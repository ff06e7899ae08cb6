import { expect, test } from 'vitest';
import { countPlaywright, countVitest, settle } from './test-count.ts';

test('a file that does not load is a failure, though no test of it ran', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
  ];
  expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({
    passed: 2,
    failed: 2,
  });
});

test('an error outside the journeys is a failure', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1 };
  expect(countPlaywright({ stats, errors: ['the server did not start'] })).toEqual({ passed: 4, failed: 2 });
});

test('a run that failed, wrote no report or ran nothing never counts as a success', () => {
  expect(settle({ passed: 5, failed: 0 }, 0)).toEqual({ passed: 5, failed: 0 });
  expect(settle({ passed: 5, failed: 0 }, 1)).toEqual({ passed: 5, failed: 1 });
  expect(settle({ passed: 5, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2 });
  expect(settle({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  expect(settle(undefined, 0)).toEqual({ passed: 0, failed: 1 });
});
