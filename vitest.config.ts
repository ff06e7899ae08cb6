import { defineConfig } from 'vitest/config';

/** Server tests without a database: pure rules, and code below the database. */
const withoutDatabase = [
  'server/src/**/*.rules.test.ts',
  'server/src/modules/*/rules/*.test.ts',
  'server/src/modules/{chromatograms,payments}/adapters/*.test.ts',
  'server/src/modules/certificates/adapters/typst/*.test.ts',
  'server/src/modules/certificates/adapters/pades/{forgeries,signed-file}.test.ts',
  'server/src/modules/accounts/mails/*.test.ts',
  'server/src/platform/{keyed-mutex,log}.test.ts',
  'server/src/platform/config/*.test.ts',
  'server/src/platform/files/{disk-full,file-lock,file-names}.test.ts',
  'server/src/platform/http/{http,pages-build}.test.ts',
  'server/src/platform/mail/mail-layout.test.ts',
  'server/src/platform/cache/*.test.ts',
  'server/src/platform/postgres/{embedded-postgres,postgres-cluster}.nightly.test.ts',
  'server/src/sandbox/stripe-form.test.ts',
  'server/database/demo/plan.test.ts',
];

/** Tests that `npm test` leaves to the parts of .ci/nightly. */
const left = process.env.NIGHTLY ? [] : ['**/*.nightly.test.ts'];

export default defineConfig({
  test: {
    // The machine the tests must pass on has two cores; one worker in three waits for the database.
    maxWorkers: 3,
    // Modules keep no state between tests: loading them once per worker instead of once per file saves two thirds.
    isolate: false,
    // Generous, so that a busy machine fails no test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'science', include: ['science/src/**/*.test.ts'], exclude: left } },
      { extends: true, test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'rules', include: withoutDatabase, exclude: left } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/{src,database}/**/*.test.ts'],
          exclude: [...withoutDatabase, ...left],
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'scripts', include: ['{scripts,cluster}/*.test.ts'] } },
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
