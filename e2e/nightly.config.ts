import { defineConfig } from '@playwright/test';

/** Nightly tests (`.ci/nightly`) that start their own servers and open no browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.nightly.ts',
  expect: { timeout: 15_000 },
  workers: 1,
  forbidOnly: true,
  outputDir: '../test-results',
});
