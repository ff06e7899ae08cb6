import { defineConfig } from '@playwright/test';

/** Journeys of `.ci/nightly` that start servers of their own and open no browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.nightly.ts',
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: true,
  outputDir: '../test-results',
});
