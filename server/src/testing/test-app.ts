import { cp, rm } from 'node:fs/promises';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { FrontEnd } from '../app/pages.ts';
import { openWorkerPools, type WorkerPools } from '../app/worker-pools.ts';
import { createLogger } from '../platform/log.ts';
import type { PasswordCost } from '../platform/password-hash.ts';
import { type OpenApp, openApp } from './open-app.ts';
import { scratchDirectory } from './scratch.ts';
import { type AtEnd, laboratoryDatabase, testDatabase } from './test-database.ts';

export { type Answer, PASSWORD, type Person } from './open-app.ts';
/** Named, to keep the types of its users short. */
export interface TestApp extends OpenApp {}

/** Shared by the applications of a worker, and closed with it. */
const sharedWorkerPools = openWorkerPools({ log: createLogger('fatal') });

type Options = {
  /** The front end; without it there are no pages. */
  pages?: FrontEnd;
  /** Another application: this one becomes its second instance, with its time and, by default, its database. */
  beside?: TestApp;
  /** A database created by the test. */
  databaseUrl?: string;
  /** Cost of password hashes; minimal by default. */
  passwordCost?: PasswordCost;
  /** By default shared by all tests. */
  workerPools?: WorkerPools;
  /** When the application ends: by default with its test, or as `shared` decides. */
  atEnd?: AtEnd;
};

/**
 * The whole application on its own database, as seen by a client: a listening server with API, sandbox and inbox, the
 * price list, and a clock that moves only on request. Jobs run on `app.jobs.drain()`. The test fails if one of its
 * passwords, codes, tokens or cookies is logged.
 */
export async function testApp(env: Record<string, string> = {}, options: Options = {}): Promise<TestApp> {
  const { atEnd = onTestFinished, beside } = options;
  const directory = await scratchDirectory('app');
  const databaseUrl = options.databaseUrl ?? beside?.databaseUrl ?? (await testDatabase(atEnd));
  return opened({ ...options, env, directory, databaseUrl, at: beside?.clock.now() }, atEnd);
}

/**
 * A test application with a laboratory: `laboratory(app)` has its people, and provides requests in the requested state.
 * For tests that do not count other data of the application.
 */
export async function labApp(
  env: Record<string, string> = {},
  options: Omit<Options, 'databaseUrl' | 'beside'> = {},
): Promise<TestApp> {
  const { atEnd = onTestFinished } = options;
  // Provided as JSON: each application takes orders from its own list.
  const prepared = structuredClone(inject('laboratory'));
  const directory = await scratchDirectory('app');
  const [databaseUrl] = await Promise.all([
    laboratoryDatabase(atEnd),
    cp(prepared.directory, directory, { recursive: true }),
  ]);
  return opened({ ...options, env, directory, databaseUrl, prepared }, atEnd);
}

/** Data shared by several tests of a file: created before the first of them, closed after the last. */
export function shared<T>(make: (atEnd: AtEnd) => Promise<T>): () => T {
  let made: { value: T } | undefined;
  const works: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    made = { value: await make((work) => works.push(work)) };
  });
  afterAll(async () => {
    for (const work of works.toReversed()) await work();
  });
  return () => {
    if (!made) throw new Error('asked before the first test has begun');
    return made.value;
  };
}

async function opened(
  options: Omit<Parameters<typeof openApp>[0], 'workerPools'> & { workerPools?: WorkerPools },
  atEnd: AtEnd,
): Promise<TestApp> {
  const app = await openApp({ workerPools: sharedWorkerPools, ...options });
  atEnd(async () => {
    await app.close();
    await rm(options.directory, { recursive: true, force: true });
    const leaks = app.logWatch.leaks();
    if (leaks.length > 0) throw new Error(`the log holds a secret of this test:\n${leaks.join('')}`);
  });
  return app;
}
