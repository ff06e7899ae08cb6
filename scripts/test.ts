import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePagesBuilt } from '../server/src/platform/http/pages-build.ts';
import { scratchDirectory } from '../server/src/testing/scratch.ts';
import { type Browser, findTestBrowser } from './browser.ts';
import { root, run } from './run.ts';
import { type Count, countPlaywright, countVitest, NOTHING, settle, slowestOf } from './test-count.ts';
import { isEverything, playwrightOptions, reaches, readSelection, vitestOptions } from './test-selection.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const reports = join(root, 'node_modules/.cache/test');
const withoutJourneys: Count = {
  ...NOTHING,
  failed: 1,
  failures: ['the journeys did not begin: see above'],
};

const selection = readSelection(process.argv.slice(2));
const isWhole = isEverything(selection);
const journeyFiles = (await readdir(join(root, 'e2e')))
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => `e2e/${name}`);
const hasJourneys = reaches(selection, journeyFiles);

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });

const finding = hasJourneys ? perform('browser', () => findTestBrowser()) : undefined;
const built = await perform('pages', async () => {
  await ensurePagesBuilt({ log: { info: console.log } });
  return true;
});
const serverLog = join(reports, 'server.log');
const server = built && hasJourneys ? startTestServer(serverLog) : undefined;
const units = await vitest();
const journeys = hasJourneys ? await playwright(server) : NOTHING;

console.log('\nThe slowest files:');
for (const line of slowestOf([units, journeys])) console.log(line);
for (const name of [...units.unstable, ...journeys.unstable])
  console.log(`\nPassed at the second attempt: ${name}`);
// Failures come last, because people often see only the end.
const failures = [...units.failures, ...journeys.failures];
for (const failure of failures) console.log(`\nFailed: ${failure}`);
const passed = units.passed + journeys.passed;
const failed = units.failed + journeys.failed;
if (passed + failed === 0) console.log('\nNo test matches.');
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

async function vitest(): Promise<Count> {
  const report = join(reports, 'vitest.json');
  const options = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--allowOnly=false',
    // The user may have chosen only browser tests, so there may be none here.
    ...(isWhole ? [] : ['--passWithNoTests', ...vitestOptions(selection)]),
  ];
  const { code } = await run(['vitest', ...options], { live: true, limitMs: 40 * 60_000 });
  return settled(await readReport(report, countVitest), code);
}

async function playwright(server: TestServer | undefined): Promise<Count> {
  if (!server) return withoutJourneys;
  const browser = await finding;
  const port = await perform('server', () => server.port);
  try {
    if (browser && port) return await walk(browser, port);
  } finally {
    await server.stop();
  }
  return withoutJourneys;
}

async function walk(browser: Browser, port: string): Promise<Count> {
  const report = join(reports, 'playwright.json');
  // Chromium's temporary files are in this folder, which is in memory if possible.
  const scratch = await scratchDirectory('browser');
  const env = {
    TMPDIR: scratch,
    CHROMIUM_PATH: browser.executablePath,
    E2E_PORT: port,
    SERVER_LOG: serverLog,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const options = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', '--forbid-only'];
  options.push('--pass-with-no-tests', ...playwrightOptions(selection));
  try {
    const { code } = await run(['playwright', ...options], { live: true, limitMs: 40 * 60_000, env });
    return settled(await readReport(report, countPlaywright), code);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The count of a program. If the user chose tests, it may have none to run. */
function settled(count: Count | undefined, code: number): Count {
  const isEmpty = !isWhole && code === 0 && count?.passed === 0 && count.failed === 0;
  return isEmpty ? count : settle(count, code);
}

async function readReport<Report>(
  file: string,
  count: (report: Report) => Count,
): Promise<Count | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : count(JSON.parse(text));
}

/** Runs `work` and returns its result; undefined after printing why it failed. */
async function perform<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
