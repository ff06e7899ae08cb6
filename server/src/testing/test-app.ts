import { cp, rm } from 'node:fs/promises';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { FrontEnd } from '../app/pages.ts';
import { openWorkerPools, type WorkerPools } from '../app/worker-pools.ts';
import { createLogger } from '../platform/log.ts';
import type { PasswordCost } from '../platform/password-cost.ts';
import { type OpenApp, openApp } from './open-app.ts';
import { scratchDirectory } from './scratch.ts';
import { type AtEnd, laboratoryDatabase, testDatabase } from './test-database.ts';

export { type Answer, PASSWORD, type Person } from './open-app.ts';
/** Named, so that the types of what is built on it stay short. */
export interface TestApp extends OpenApp {}

/** Shared by the applications of a worker, and ends with it. */
const sharedWorkerPools = openWorkerPools({ log: createLogger('fatal') });

type Options = {
  /** The front end; without it there are no pages. */
  pages?: FrontEnd;
  /** Another application: this one is its second instance, at its time and, without `databaseUrl`, on its database. */
  beside?: TestApp;
  /** A database of the test's own making. */
  databaseUrl?: string;
  /** What hashing a password costs; next to nothing unless told. */
  passwordCost?: PasswordCost;
  /** The one of all tests unless told. */
  workerPools?: WorkerPools;
  /** When the application ends: with its test unless `shared` tells otherwise. */
  atEnd?: AtEnd;
};

/**
 * The whole application on a database of its own, as a client meets it: a listening server with API, sandbox and
 * inbox, the price list, a clock that stands still. Jobs run when the test says `app.jobs.drain()`.
 * A test during which a password, code, token or cookie of its own gets into the log fails.
 */
export async function testApp(env: Record<string, string> = {}, options: Options = {}): Promise<TestApp> {
  const { atEnd = onTestFinished, beside } = options;
  const directory = await scratchDirectory('app');
  const databaseUrl = options.databaseUrl ?? beside?.databaseUrl ?? (await testDatabase(atEnd));
  return opened({ ...options, env, directory, databaseUrl, at: beside?.clock.now() }, atEnd);
}

/**
 * The same with a laboratory in it: `laboratory(app)` has its people, and hands out requests that are in the asked state
 * already. For tests that do not count what else the application holds.
 */
export async function labApp(
  env: Record<string, string> = {},
  options: Omit<Options, 'databaseUrl' | 'beside'> = {},
): Promise<TestApp> {
  const { atEnd = onTestFinished } = options;
  // Provided as JSON: each application takes orders out of a list of its own.
  const prepared = structuredClone(inject('laboratory'));
  const directory = await scratchDirectory('app');
  const [databaseUrl] = await Promise.all([
    laboratoryDatabase(atEnd),
    cp(prepared.directory, directory, { recursive: true }),
  ]);
  return opened({ ...options, env, directory, databaseUrl, prepared }, atEnd);
}

/** What several tests of a file read: made before the first of them, ended after the last. */
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
