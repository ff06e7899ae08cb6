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
/** This type has a name, so that other types stay short. */
export interface TestApp extends OpenApp {}

/** All applications of one test worker share these pools. They are closed with the worker. */
const sharedWorkerPools = openWorkerPools({ log: createLogger('fatal') });

type Options = {
  /** The pages of the website. Without this, the application has only its API. */
  pages?: FrontEnd;
  /** Another application. This one is then its second instance, with the same time and database. */
  beside?: TestApp;
  /** A database that the test has created. */
  databaseUrl?: string;
  /** That database itself, if a pooler answers at `databaseUrl`. */
  directDatabaseUrl?: string;
  /** How slow a password hash is. Default: as fast as possible. */
  passwordCost?: PasswordCost;
  /** Default: all tests share them. */
  workerPools?: WorkerPools;
  /** When the application ends. Default: after its test. */
  atEnd?: AtEnd;
};

/**
 * The whole application with its own database: a server with API, payment sandbox, mail inbox and price list. Its clock
 * moves only when a test asks. `app.jobs.drain()` runs the jobs. The test fails if a password, code, token or cookie is
 * in the log.
 */
export async function testApp(env: Record<string, string> = {}, options: Options = {}): Promise<TestApp> {
  const { atEnd = onTestFinished, beside } = options;
  const directory = await scratchDirectory('app');
  const databaseUrl = options.databaseUrl ?? beside?.databaseUrl ?? (await testDatabase(atEnd));
  return opened({ ...options, env, directory, databaseUrl, at: beside?.clock.now() }, atEnd);
}

/**
 * A test application with a laboratory. `laboratory(app)` gives its people, and orders in any state. Not for tests that
 * count all data of the application.
 */
export async function labApp(
  env: Record<string, string> = {},
  options: Omit<Options, 'databaseUrl' | 'beside'> = {},
): Promise<TestApp> {
  const { atEnd = onTestFinished } = options;
  // Each application removes orders from its own copy of the list.
  const prepared = structuredClone(inject('laboratory'));
  const directory = await scratchDirectory('app');
  const [databaseUrl] = await Promise.all([
    laboratoryDatabase(atEnd),
    cp(prepared.directory, directory, { recursive: true }),
  ]);
  return opened({ ...options, env, directory, databaseUrl, prepared }, atEnd);
}

/** Data for several tests of a file. It is created before the first of them and closed after the last. */
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
