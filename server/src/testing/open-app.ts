import type { Role, SignedIn } from '@vialproof/contract/accounts';
import { startControlledApp } from '../app/controlled-app.ts';
import type { FrontEnd } from '../app/pages.ts';
import type { WorkerPools } from '../app/worker-pools.ts';
import { createVerifiedAccount, openAndSign, openSession } from '../modules/accounts/accounts.service.ts';
import { lockUser } from '../modules/accounts/accounts.store.ts';
import { loadConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log.ts';
import type { PasswordCost } from '../platform/password-hash.ts';
import { createLogWatch } from './log-watch.ts';
import type { PreparedLaboratory } from './prepared-laboratory.ts';

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
/** Weak and fast password hashes. Only tests about their real strength need others. */
const CHEAP: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };
const TEST_CLIENT = { address: '127.0.0.1', userAgent: 'node', device: '' };
const SIGNED_IN = { note: 'with a password', isFactorPassed: false };

export type OpenOptions = {
  /** More settings for this application. */
  env?: Record<string, string>;
  directory: string;
  databaseUrl: string;
  /** The database itself, if a pooler answers at `databaseUrl`. */
  directDatabaseUrl?: string | undefined;
  workerPools: WorkerPools;
  /** The pages of the website. Without this, the application has only its API. */
  pages?: FrontEnd | undefined;
  /** How slow a password hash is. Default: as fast as possible. */
  passwordCost?: PasswordCost | undefined;
  /** The laboratory that is already in the database and the folder. The clock goes on from its time. */
  prepared?: PreparedLaboratory | undefined;
  /** The start of the clock. Default: now, or the time of the prepared laboratory. */
  at?: Date | undefined;
};

/** This type has a name, so that other types stay short. */
export interface OpenApp extends Awaited<ReturnType<typeof openApp>> {}

/**
 * The whole application on this database and folder: a server with API, payment sandbox and mail inbox. Its clock moves
 * only when a test asks. `app.jobs.drain()` runs the jobs.
 */
export async function openApp({ env, directory, databaseUrl, prepared, ...options }: OpenOptions) {
  const config = loadConfig({
    DATA_DIR: directory,
    LOG_LEVEL: 'fatal',
    // Many tests run at once, so the machine is slow. Only tests of a silent database need a short limit.
    STATEMENT_TIMEOUT_MS: '60000',
    ...env,
  });
  const logWatch = createLogWatch();
  logWatch.note(PASSWORD);
  const app = await startControlledApp({
    config,
    log: createLogger('debug', logWatch.destination),
    databaseUrl,
    directDatabaseUrl: options.directDatabaseUrl,
    at: options.at ?? (prepared ? new Date(prepared.at) : new Date()),
    pages: options.pages,
    passwordCost: options.passwordCost ?? CHEAP,
    workerPools: options.workerPools,
    makeQueues: false,
  });
  const { platform, modules, api, clock } = app;
  for (const { session } of Object.values(prepared?.people ?? {})) noteSession(session);

  /** Calls the server, without following redirects. A JSON answer is parsed, another one is a text. */
  async function request<T = Record<string, unknown>>(path: string, ask: Ask = {}): Promise<Answer<T>> {
    const answer = await raw(path, ask);
    const type = answer.headers.get('content-type') ?? '';
    const isStream = type.startsWith('text/event-stream');
    // The answer is a stream, which has no end.
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

  function noteSession({ access_token, refresh_token }: SignedIn['session']): void {
    logWatch.note(access_token);
    logWatch.note(refresh_token);
  }

  let people = Object.keys(prepared?.people ?? {}).length;
  /** A person with this role and a confirmed address, signed in. */
  async function person(role: Role = 'customer'): Promise<Person> {
    people += 1;
    const { id, email } = await createVerifiedAccount(modules.accounts, {
      email: `${role}${people}@example.test`,
      password: PASSWORD,
      firstName: 'Test',
      lastName: `Person ${people}`,
      displayName: `Test ${role} ${people}`,
      role,
    });
    const signedIn = await openAndSign(modules.accounts, async (tx) => {
      const user = await lockUser(tx, id);
      return user && openSession(modules.accounts, tx, user, TEST_CLIENT, SIGNED_IN);
    });
    if (!signedIn) throw new Error(`${email} could not be signed in`);
    noteSession(signedIn.session);
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
    prepared,
    close: app.close,
  };
}
