import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from '../scripts/browser.ts';
import { PHONE_JOURNEYS } from '../scripts/nightly-parts.ts';

const browser = await findTestBrowser();
/** What a telephone lays out otherwise is walked through at night; `npm test` looks at each page on its width (sound.ts). */
const isNight = Boolean(process.env.NIGHTLY);
// Known to the server that the tests start and to every test.
if (!process.env.E2E_PORT) process.env.SERVER_LOG ??= join(tmpdir(), `vialproof-e2e-${process.pid}.log`);

export default defineConfig({
  testDir: '.',
  testMatch: isNight ? ['*.e2e.ts', '*.nightly.ts'] : '*.e2e.ts',
  timeout: 240_000,
  expect: { timeout: 15_000 },
  // Journeys mostly wait (for mails, animations, other people's steps): four at once fit on two cores.
  workers: 4,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Once more on a machine that is shared: the report still says which one needed it.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    // A page lives for seconds: what optimizing its scripts costs never comes back.
    launchOptions: {
      executablePath: browser.executablePath,
      args: [...browser.args, '--js-flags=--no-opt --no-maglev'],
    },
    // Recording costs a third of the work, so only what has failed once is recorded.
    trace: 'on-first-retry',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    // Of tests tagged @every-width nothing differs there.
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
  // E2E_PORT: a server that runs already, while one writes a journey.
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
