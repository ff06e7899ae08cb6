/** How many tests passed and failed; what failed outside any test (a file that does not load) counts as one. */
export type Count = { passed: number; failed: number };

/** The parts of Vitest's JSON report that count. */
export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};
/** The parts of Playwright's JSON report that count. A test that passed at the second attempt is flaky. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

export function countVitest(report: VitestReport): Count {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

export function countPlaywright({ stats, errors }: PlaywrightReport): Count {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}

/** The count of a run that ended with `code`: a run that failed, or ran nothing, has at least one failure. */
export function settle(count: Count | undefined, code: number): Count {
  const { passed, failed } = count ?? { passed: 0, failed: 0 };
  const isFailure = code !== 0 || passed + failed === 0;
  return { passed, failed: isFailure ? Math.max(failed, 1) : failed };
}
