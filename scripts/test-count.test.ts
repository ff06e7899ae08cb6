import { expect, test } from 'vitest';
import { countPlaywright, countVitest, settle } from './test-count.ts';

const passed = { status: 'passed', fullName: 'counts', failureMessages: [] };
const failed = { status: 'failed', fullName: 'adds', failureMessages: ['expected 2\nto be 3'] };

test('a file that does not load is a failure, though no test of it ran', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'passed', message: '', assertionResults: [passed, passed] },
    { name: 'b.test.ts', status: 'failed', message: '', assertionResults: [failed] },
    { name: 'c.test.ts', status: 'failed', message: 'Cannot find ./d.ts', assertionResults: [] },
  ];
  expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({
    passed: 2,
    failed: 2,
    failures: ['b.test.ts › adds\n    expected 2\n    to be 3', 'c.test.ts\n    Cannot find ./d.ts'],
  });
});

test('an error outside the journeys is a failure, and a journey that failed is named', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1 };
  const errors = [{ message: 'the server did not start' }];
  const specs = [
    { title: 'orders', file: 'journey.e2e.ts', ok: false },
    { title: 'pays', file: 'journey.e2e.ts', ok: true },
  ];
  const suites = [{ specs: [], suites: [{ specs }] }];
  expect(countPlaywright({ stats, errors, suites })).toEqual({
    passed: 4,
    failed: 2,
    failures: ['journey.e2e.ts › orders', 'outside the journeys\n    the server did not start'],
  });
});

test('a run that failed, wrote no report or ran nothing never counts as a success', () => {
  const five = { passed: 5, failed: 0, failures: [] };
  const two = { passed: 5, failed: 2, failures: ['a', 'b'] };
  expect(settle(five, 0)).toEqual(five);
  expect(settle(five, 1)).toEqual({
    passed: 5,
    failed: 1,
    failures: ['the run ended with exit code 1, but 5 tests passed and none failed'],
  });
  expect(settle(two, 1)).toEqual(two);
  expect(settle({ passed: 0, failed: 0, failures: [] }, 0).failed).toBe(1);
  expect(settle(undefined, 0)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['the run ended with exit code 0, but there is no report'],
  });
});
