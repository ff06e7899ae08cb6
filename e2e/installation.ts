import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

/** Our server as its own process, which a test may kill. */
export class Installation {
  readonly env: Record<string, string>;
  /** The server's first file, in this working copy or in that of another release. */
  readonly main: string;
  address = '';
  #process: ChildProcess | undefined;

  constructor(env: Record<string, string>, main = MAIN) {
    this.env = env;
    this.main = main;
  }

  /** Starts the server and waits until it reports that it is ready. Returns the duration in milliseconds. */
  async start(env: Record<string, string> = {}): Promise<number> {
    const from = performance.now();
    const server = spawn(process.execPath, [this.main], {
      env: { ...process.env, SEED_DEMO: '0', LOG_LEVEL: 'warn', PORT: '0', ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = server;
    // A child process may keep the output open after the server has ended.
    server.once('exit', () => server.stdout.destroy());
    let printed = '';
    for await (const chunk of server.stdout) {
      printed += chunk;
      const address = /is at (http:\/\/\S+)/.exec(printed)?.[1];
      if (address) {
        this.address = address;
        // The test must keep reading, because a full output would stop the server.
        server.stdout.resume();
        return performance.now() - from;
      }
    }
    throw new Error(`the server ended before it greeted: ${printed}`);
  }

  /** How the server process ended by itself: its exit code or signal; undefined while it runs. */
  get ended(): number | string | undefined {
    return this.#process?.exitCode ?? this.#process?.signalCode ?? undefined;
  }

  /** Waits until the server process has ended by itself. */
  async untilEnded(): Promise<void> {
    if (this.#process && this.ended === undefined) await once(this.#process, 'exit');
    this.#process = undefined;
  }

  /** Kills the server like a power failure (SIGKILL), or asks it to stop (SIGTERM). Returns its exit code. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const server = this.#process;
    if (!server || this.ended !== undefined) return null;
    const ended = once(server, 'exit');
    server.kill(signal);
    const [code] = await ended;
    this.#process = undefined;
    return code;
  }
}

type Answer<T> = { status: number; body: T };

/** A client of the API that sends a person's token. */
export function clientOf(address: () => string, token?: string) {
  return async function call<T>(method: string, path: string, json?: unknown): Promise<Answer<T>> {
    const answer = await fetch(address() + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: json === undefined ? null : JSON.stringify(json),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  };
}
