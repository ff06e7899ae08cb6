import { defineConfig } from '@playwright/test';

/** Journeys that start servers of their own and open no browser: parts of `.ci/nightly`. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.nightly.ts',
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: true,
  outputDir: '../test-results',
});
