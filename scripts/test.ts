import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensurePagesBuilt } from '../server/src/platform/pages-build.ts';
import { scratchDirectory } from '../server/src/testing/scratch.ts';
import { type Browser, findTestBrowser } from './browser.ts';
import { root, run } from './run.ts';
import { type Count, countPlaywright, countVitest, settle } from './test-count.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const reports = join(root, 'node_modules/.cache/test');
const withoutJourneys: Count = {
  passed: 0,
  failed: 1,
  failures: ['the journeys did not begin: see above'],
};

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });

// The type check keeps one core, so what needs only one goes on beside it.
const checking = run(['node', 'scripts/check.ts', '--only', 'types,lint,lockfile'], { live: true });
const finding = perform('browser', () => findTestBrowser());
const built = await perform('pages', async () => {
  await ensurePagesBuilt({ log: { info: console.log } });
  return true;
});
const serverLog = join(reports, 'server.log');
const server = built ? startTestServer(serverLog) : undefined;
const units = await vitest();
const checks = await checking;
const journeys = server ? await playwright(server) : withoutJourneys;

// Named last, since often only the end of what the tests wrote is kept.
for (const failure of [...units.failures, ...journeys.failures]) console.log(`\nFailed: ${failure}`);
if (checks.code !== 0) console.log('\nThe type check or the lint found something: see the beginning.');
const passed = units.passed + journeys.passed;
const failed = units.failed + journeys.failed;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = checks.code === 0 && failed === 0 ? 0 : 1;

async function vitest(): Promise<Count> {
  const report = join(reports, 'vitest.json');
  const options = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--allowOnly=false',
  ];
  const { code } = await run(['vitest', ...options], { live: true, limitMs: 40 * 60_000 });
  return settle(await readReport(report, countVitest), code);
}

async function playwright(server: TestServer): Promise<Count> {
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
  // What Chromium draws it draws into files of this folder: in memory a page takes a tenth less work.
  const scratch = await scratchDirectory('browser');
  const env = {
    TMPDIR: scratch,
    CHROMIUM_PATH: browser.executablePath,
    E2E_PORT: port,
    SERVER_LOG: serverLog,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const options = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', '--forbid-only'];
  try {
    const { code } = await run(['playwright', ...options], { live: true, limitMs: 40 * 60_000, env });
    return settle(await readReport(report, countPlaywright), code);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function readReport<Report>(
  file: string,
  count: (report: Report) => Count,
): Promise<Count | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : count(JSON.parse(text));
}

/** The result of `work`; undefined after saying why there is none. */
async function perform<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
