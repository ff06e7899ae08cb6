import { isAbsolute, relative } from 'node:path';
import { root } from './run.ts';
import { commandFor } from './test-selection.ts';

/**
 * The tests that passed and failed, with a command that repeats each failed one. A file that does not load counts as
 * failed. `unstable`: tests that passed at the second try. `skipped`: what was not tested, and why.
 */
export type Count = {
  passed: number;
  failed: number;
  failures: string[];
  unstable: string[];
  skipped: string[];
  /** The total time of each file's tests, in seconds. */
  files: { file: string; seconds: number }[];
};

/** The parts of Vitest's report that are used. */
export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; title: string; fullName: string; failureMessages: string[] }[];
  }[];
};
/** The parts of Playwright's report that are used. A test that passed at the second try is flaky. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};
type PlaywrightSuite = { specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] };
type PlaywrightSpec = {
  title: string;
  file: string;
  ok: boolean;
  tests: {
    status: string;
    annotations: { type: string; description?: string }[];
    results: { duration: number }[];
  }[];
};

export const NOTHING: Count = { passed: 0, failed: 0, failures: [], unstable: [], skipped: [], files: [] };

export function countVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Count {
  const tests = testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, title, failureMessages }) =>
        describe(
          `${pathOf(file.name)} › ${fullName}`,
          failureMessages[0],
          commandFor(pathOf(file.name), title),
        ),
      ),
  );
  const files = testResults
    .filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    )
    .map((file) => describe(pathOf(file.name), file.message, commandFor(pathOf(file.name))));
  return {
    passed: numPassedTests,
    failed: numFailedTests + files.length,
    failures: [...tests, ...files],
    unstable: [],
    skipped: [],
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: pathOf(name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

export function countPlaywright({ stats, errors, suites }: PlaywrightReport): Count {
  const specs = specsOf(suites);
  const milliseconds = new Map<string, number>();
  for (const { file, tests } of specs) {
    const spent = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    milliseconds.set(file, (milliseconds.get(file) ?? 0) + spent);
  }
  const nameOf = ({ file, title }: PlaywrightSpec) => `e2e/${file} › ${title}`;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...specs
        .filter(({ ok }) => !ok)
        .map((spec) => describe(nameOf(spec), '', commandFor(`e2e/${spec.file}`, spec.title))),
      ...errors.map(({ message }) => describe('outside the journeys', message)),
    ],
    unstable: specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(nameOf),
    skipped: specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'skipped')
        .map(({ annotations }) => `${nameOf(spec)}: ${reasonIn(annotations)}`),
    ),
    files: [...milliseconds].map(([file, spent]) => ({ file: `e2e/${file}`, seconds: spent / 1000 })),
  };
}

/** The count of a run that ended with `code`. If it failed or was empty, there is at least one failure. */
export function settle(count: Count | undefined, code: number): Count {
  const found = count ?? NOTHING;
  const isFailure = code !== 0 || found.passed + found.failed === 0;
  if (!isFailure || found.failed > 0) return found;
  const reason = count ? `${found.passed} tests passed and none failed` : 'there is no report';
  return { ...found, failed: 1, failures: [`the run ended with exit code ${code}, but ${reason}`] };
}

/** The slowest files of these counts, ten at most, one per line. */
export function slowestOf(counts: Count[]): string[] {
  return counts
    .flatMap(({ files }) => files)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, 10)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`);
}

function specsOf(suites: PlaywrightSuite[]): PlaywrightSpec[] {
  return suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])]);
}

const reasonIn = (annotations: { type: string; description?: string }[]): string =>
  annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason is given';

const pathOf = (name: string): string => (isAbsolute(name) ? relative(root, name) : name);

/** A failed test, the first lines of its message, and the command that runs it alone. */
function describe(name: string, message = '', command?: string): string {
  const lines = [name, ...message.split('\n').slice(0, 5)].join('\n    ').trimEnd();
  return command === undefined ? lines : `${lines}\n    Alone: ${command}`;
}
