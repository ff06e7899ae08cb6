import { expect, test } from 'vitest';
import { countPlaywright, countVitest, NOTHING, settle, slowestOf } from './test-count.ts';

const passed = { status: 'passed', title: 'counts', fullName: 'a sum counts', failureMessages: [] };
const failed = {
  status: 'failed',
  title: 'adds',
  fullName: 'a sum adds',
  failureMessages: ['expected 2\nto be 3'],
};
const times = { startTime: 1_000, endTime: 3_500 };

test('a test file that fails to load counts as a failure, although none of its tests ran', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'passed', message: '', ...times, assertionResults: [passed, passed] },
    { name: 'b.test.ts', status: 'failed', message: '', ...times, assertionResults: [failed] },
    { name: 'c.test.ts', status: 'failed', message: 'Cannot find ./d.ts', ...times, assertionResults: [] },
  ];
  expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toMatchObject({
    passed: 2,
    failed: 2,
    failures: [
      "b.test.ts › a sum adds\n    expected 2\n    to be 3\n    Alone: npm test -- b.test.ts -t 'adds'",
      'c.test.ts\n    Cannot find ./d.ts\n    Alone: npm test -- c.test.ts',
    ],
  });
});

test('browser errors outside the tests count as failures, and the summary names failed, unstable and skipped tests', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1 };
  const errors = [{ message: 'the server did not start' }];
  const ran = (status: string, ...durations: number[]) => [
    { status, annotations: [], results: durations.map((duration) => ({ duration })) },
  ];
  const skip = { type: 'skip', description: 'there is no Firefox' };
  const specs = [
    { title: 'orders', file: 'journey.e2e.ts', ok: false, tests: ran('unexpected', 900) },
    { title: 'pays', file: 'journey.e2e.ts', ok: true, tests: ran('flaky', 400, 700) },
    {
      title: 'signs in',
      file: 'firefox.nightly.ts',
      ok: true,
      tests: [{ status: 'skipped', annotations: [skip], results: [{ duration: 0 }] }],
    },
  ];
  expect(countPlaywright({ stats, errors, suites: [{ specs: [], suites: [{ specs }] }] })).toEqual({
    passed: 4,
    failed: 2,
    failures: [
      "e2e/journey.e2e.ts › orders\n    Alone: npm test -- e2e/journey.e2e.ts -t 'orders'",
      'outside the journeys\n    the server did not start',
    ],
    unstable: ['e2e/journey.e2e.ts › pays'],
    skipped: ['e2e/firefox.nightly.ts › signs in: there is no Firefox'],
    files: [
      { file: 'e2e/journey.e2e.ts', seconds: 2 },
      { file: 'e2e/firefox.nightly.ts', seconds: 0 },
    ],
  });
});

test('a run that failed, wrote no report or ran nothing is never a success', () => {
  const five = { ...NOTHING, passed: 5 };
  const two = { ...five, failed: 2, failures: ['a', 'b'] };
  expect(settle(five, 0)).toEqual(five);
  expect(settle(five, 1)).toEqual({
    ...five,
    failed: 1,
    failures: ['the run ended with exit code 1, but 5 tests passed and none failed'],
  });
  expect(settle(two, 1)).toEqual(two);
  expect(settle(NOTHING, 0).failed).toBe(1);
  expect(settle(undefined, 0)).toEqual({
    ...NOTHING,
    failed: 1,
    failures: ['the run ended with exit code 0, but there is no report'],
  });
});

test('the list of the ten slowest test files begins with the slowest', () => {
  const files = Array.from({ length: 12 }, (_, seconds) => ({ file: `f${seconds}.test.ts`, seconds }));
  const lines = slowestOf([
    { ...NOTHING, files },
    { ...NOTHING, files: [{ file: 'e2e/a.e2e.ts', seconds: 20.04 }] },
  ]);
  expect(lines).toHaveLength(10);
  expect(lines.slice(0, 2)).toEqual(['  20.0 s  e2e/a.e2e.ts', '  11.0 s  f11.test.ts']);
});
