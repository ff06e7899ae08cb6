import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from '../scripts/browser.ts';
import { PHONE_JOURNEYS } from '../scripts/nightly-parts.ts';

const browser = await findTestBrowser();
/**
 * Every night the tests also run in the width of a phone. `npm test` only checks each page in that width (sound.ts).
 */
const isNight = Boolean(process.env.NIGHTLY);
// The server that the tests start and every test read this variable.
if (!process.env.E2E_PORT) process.env.SERVER_LOG ??= join(tmpdir(), `vialproof-e2e-${process.pid}.log`);

export default defineConfig({
  testDir: '.',
  testMatch: isNight ? ['*.e2e.ts', '*.nightly.ts'] : '*.e2e.ts',
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Tests mostly wait for mails, animations and other people, so four run at once on two cores.
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On a shared machine a failed test runs once more. The report still names the tests that needed a retry.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    // A page lives only for seconds, so the browser should not spend time on optimizing its scripts.
    launchOptions: {
      executablePath: browser.executablePath,
      args: [...browser.args, '--js-flags=--no-opt --no-maglev'],
    },
    // A recording takes a third of the time, so only repeated tests have one.
    trace: 'on-first-retry',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    // Tests marked @every-width behave the same on a phone, so they run on one width only.
    ...(isNight
      ? [
          {
            name: 'phone',
            testMatch: PHONE_JOURNEYS,
            grepInvert: /@every-width/,
            use: { viewport: { width: 360, height: 740 }, hasTouch: true },
          },
        ]
      : []),
  ],
  // E2E_PORT is the port of a server that already runs, for people who write journeys.
  ...(process.env.E2E_PORT
    ? {}
    : {
        webServer: {
          command: 'node e2e/serve.ts',
          cwd: '..',
          wait: { stdout: /is at http:\/\/localhost:(?<e2e_port>\d+)/ },
          timeout: 180_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
        },
      }),
});
