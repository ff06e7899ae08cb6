/**
 * How many tests passed and failed, and what failed in a line or two each. What failed outside any test
 * (a file that does not load) counts as one.
 */
export type Count = { passed: number; failed: number; failures: string[] };

/** The parts of Vitest's JSON report that count. */
export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
/** The parts of Playwright's JSON report that count. A test that passed at the second attempt is flaky. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};
type PlaywrightSuite = {
  specs: { title: string; file: string; ok: boolean }[];
  suites?: PlaywrightSuite[];
};

export function countVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Count {
  const tests = testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => describe(`${file.name} › ${test.fullName}`, test.failureMessages[0])),
  );
  const files = testResults
    .filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    )
    .map((file) => describe(file.name, file.message));
  return {
    passed: numPassedTests,
    failed: numFailedTests + files.length,
    failures: [...tests, ...files],
  };
}

export function countPlaywright({ stats, errors, suites }: PlaywrightReport): Count {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...failedSpecs(suites),
      ...errors.map(({ message }) => describe('outside the journeys', message)),
    ],
  };
}

/** The count of a run that ended with `code`: a run that failed, or ran nothing, has at least one failure. */
export function settle(count: Count | undefined, code: number): Count {
  const { passed, failed, failures } = count ?? { passed: 0, failed: 0, failures: [] };
  const isFailure = code !== 0 || passed + failed === 0;
  if (!isFailure || failed > 0) return { passed, failed, failures };
  const reason = count ? `${passed} tests passed and none failed` : 'there is no report';
  return { passed, failed: 1, failures: [`the run ended with exit code ${code}, but ${reason}`] };
}

function failedSpecs(suites: PlaywrightSuite[]): string[] {
  return suites.flatMap((suite) => [
    ...suite.specs.filter((spec) => !spec.ok).map((spec) => `${spec.file} › ${spec.title}`),
    ...failedSpecs(suite.suites ?? []),
  ]);
}

/** What failed, and the first lines of why. */
function describe(name: string, message = ''): string {
  return [name, ...message.split('\n').slice(0, 5)].join('\n    ').trimEnd();
}
