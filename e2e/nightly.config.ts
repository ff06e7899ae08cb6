import { defineConfig } from '@playwright/test';

/** Journeys of `.ci/nightly` that start their own servers and do not open a browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.nightly.ts',
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: true,
  outputDir: '../test-results',
});
