import { defineConfig } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';

const browser = await findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  timeout: 90_000,
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    launchOptions: { executablePath: browser.executablePath, args: browser.args },
    trace: 'retain-on-failure',
    reducedMotion: 'reduce',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
  ],
  webServer: {
    command: 'node e2e/serve.ts',
    cwd: '..',
    wait: { stdout: /is at http:\/\/localhost:(?<e2e_port>\d+)/ },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
});
