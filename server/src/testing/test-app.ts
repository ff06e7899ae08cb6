import { rm } from 'node:fs/promises';
import type { Role, SignedIn } from '@vialproof/contract/accounts';
import { onTestFinished } from 'vitest';
import { startControlledApp } from '../app/controlled-app.ts';
import type { FrontEnd } from '../app/pages.ts';
import { openWorkerPools, type WorkerPools } from '../app/worker-pools.ts';
import { lockUser } from '../modules/accounts/accounts.store.ts';
import { loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/log.ts';
import type { PasswordCost } from '../platform/password-cost.ts';
import { createLogWatch } from './log-watch.ts';
import { scratchDirectory } from './scratch.ts';
import { testDatabase } from './test-database.ts';

/** Named, so that the types of what is built on it stay short. */
export interface TestApp extends Awaited<ReturnType<typeof testApp>> {}
export type Answer<T> = { status: number; body: T; headers: Headers };
type Ask = {
  method?: string;
  json?: unknown;
  body?: string | Uint8Array<ArrayBuffer> | FormData | URLSearchParams;
  token?: string;
  headers?: Record<string, string>;
};
export type Person = { id: string; email: string; token: string; session: SignedIn['session'] };

export const PASSWORD = 'Right-horse-7';
/** Shared by the applications of a worker, and ends with it. */
const sharedWorkerPools = openWorkerPools({ log: createLogger('fatal') });
/** The least there is: no test but those that ask for the real one is about the cost. */
const CHEAP: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };
const TEST_CLIENT = { address: '127.0.0.1', userAgent: 'node', device: '' };
const SIGNED_IN = { note: 'with a password', isFactorPassed: false };

type Options = {
  /** The front end; without it there are no pages. */
  pages?: FrontEnd;
  /** The database of another application: this one is its second instance. */
  databaseUrl?: string;
  /** What hashing a password costs; next to nothing unless told. */
  passwordCost?: PasswordCost;
  /** The one of all tests unless told. */
  workerPools?: WorkerPools;
};

/**
 * The whole application on a database of its own, as a client meets it: a listening server with API, sandbox and
 * inbox, the price list, a clock that stands still. Jobs run when the test says `app.jobs.drain()`.
 * `databaseUrl`: that of another test application, for two processes on one database.
 * A test during which a password, code, token or cookie of its own gets into the log fails.
 */
export async function testApp(
  env: Record<string, string> = {},
  { pages, databaseUrl: shared, passwordCost = CHEAP, workerPools = sharedWorkerPools }: Options = {},
) {
  const directory = await scratchDirectory('app');
  const config = loadConfig({
    DATA_DIR: directory,
    LOG_LEVEL: 'fatal',
    // A machine that runs many tests at once is slow; only tests of silence want short limits.
    STATEMENT_TIMEOUT_MS: '60000',
    ...env,
  });
  const databaseUrl = shared ?? (await testDatabase());
  const logWatch = createLogWatch();
  logWatch.note(PASSWORD);
  const app = await startControlledApp({
    config,
    log: createLogger('debug', logWatch.destination),
    databaseUrl,
    at: new Date(),
    pages,
    passwordCost,
    workerPools,
    makeQueues: false,
  });
  const { platform, modules, api, clock } = app;
  onTestFinished(async () => {
    await app.close();
    await rm(directory, { recursive: true, force: true });
    const leaks = logWatch.leaks();
    if (leaks.length > 0) throw new Error(`the log holds a secret of this test:\n${leaks.join('')}`);
  });

  /** Calls over the socket, never following a redirect. JSON answers are parsed; others arrive as text. */
  async function request<T = Record<string, unknown>>(path: string, ask: Ask = {}): Promise<Answer<T>> {
    const answer = await raw(path, ask);
    const type = answer.headers.get('content-type') ?? '';
    const isStream = type.startsWith('text/event-stream');
    // A stream has no end to wait for.
    if (isStream) await answer.body?.cancel();
    const text = isStream ? '' : await answer.text();
    const isJson = type.includes('json');
    const read = (isJson ? JSON.parse(text) : text) as T;
    logWatch.answered(answer, read);
    return { status: answer.status, body: read, headers: answer.headers };
  }

  function raw(path: string, { method, json, body, token, headers }: Ask = {}): Promise<Response> {
    logWatch.sent(json);
    return fetch(path.startsWith('http') ? path : app.address + path, {
      method: method ?? (json === undefined && body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
    });
  }

  type MailItem = { to: string; subject: string; text: string; html: string; at: string };
  async function mails(to: string): Promise<MailItem[]> {
    const { body } = await request<{ items: MailItem[] }>(`/dev/mail.json?to=${encodeURIComponent(to)}`);
    for (const mail of body.items) logWatch.read(mail.text);
    return body.items;
  }

  let people = 0;
  /** A verified person of the given role, with a session as a provider's sign-in opens it. */
  async function person(role: Role = 'customer'): Promise<Person> {
    people += 1;
    const { id, email } = await modules.accounts.createVerified({
      email: `${role}${people}@example.test`,
      password: PASSWORD,
      firstName: 'Test',
      lastName: `Person ${people}`,
      displayName: `Test ${role} ${people}`,
      role,
    });
    const signedIn = await platform.db.transaction(async (tx) => {
      const user = await lockUser(tx, id);
      return user && modules.accounts.sessions.open(tx, user, TEST_CLIENT, SIGNED_IN);
    });
    if (!signedIn) throw new Error(`${email} could not be signed in`);
    logWatch.note(signedIn.session.access_token);
    logWatch.note(signedIn.session.refresh_token);
    return { id, email, token: signedIn.session.access_token, session: signedIn.session };
  }

  return {
    databaseUrl,
    request,
    raw,
    mails,
    person,
    modules,
    platform,
    api,
    clock,
    logWatch,
    jobs: platform.jobs,
    password: PASSWORD,
  };
}
