import { defineConfig } from 'vitest/config';

/** Server tests that need no database: pure rules, and what stands below the database. */
const withoutDatabase = [
  'server/src/**/*.rules.test.ts',
  'server/src/modules/*/rules/*.test.ts',
  'server/src/modules/chromatograms/adapters/*.test.ts',
  'server/src/modules/certificates/render/*.test.ts',
  'server/src/platform/{embedded-postgres,file-lock,pages-build,postgres-cluster}.test.ts',
];

export default defineConfig({
  test: {
    // The machine the tests must pass on has two cores; one worker in three waits for the database.
    maxWorkers: 3,
    // No module keeps anything between tests: reading them once a worker and not once a file is a third of the work.
    isolate: false,
    // Generous: a machine that is busy with other things must not turn a test red.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'rules', include: withoutDatabase } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/{src,database}/**/*.test.ts'],
          exclude: withoutDatabase,
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/app/**/*.test.{ts,tsx}'],
          exclude: ['web/app/**/*.page.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['web/app/**/*.page.test.tsx'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
          setupFiles: ['web/app/testing/setup-pages.ts'],
        },
      },
    ],
  },
});
