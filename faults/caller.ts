import { setTimeout as pause } from 'node:timers/promises';

export type Answer<T> = { status: number; body: T; location: string | null };
/** A call with its answer. `status` is 0 if there was none. */
export type Call = { method: string; from: number; status: number };
type Request = { json?: unknown; form?: FormData | URLSearchParams; key?: string };

/** Whether this status means that the request should be sent again. */
const isPassing = (status: number) => status === 401 || status === 429 || status >= 500;
const PAUSE_MS = 200;
const TIMEOUT_MS = 20_000;
/** A real user gives up after so many tries, so the run reports it. */
const STUCK_TRIES = 150;

/** Counts the answers that a healthy server does not give to a correct request. */
export class Surprises extends Map<string, number> {
  /** The answers that are mistakes of the server. While a service is missing, 503 is right. */
  get mistakes(): string[] {
    return [...this.keys()].filter((line) => / 5\d\d /.test(line));
  }

  /** Called for each call when it is over. */
  heard(_call: Call): void {}

  note(method: string, path: string, status: number, body: unknown): void {
    const code = (body as { code?: string } | null)?.code ?? '';
    const where = path.replace(/[0-9a-f-]{36}|cs_\w+/g, 'ID');
    const line = `${method} ${where} ${status} ${code}`;
    this.set(line, (this.get(line) ?? 0) + 1);
  }
}

/** A person who calls the API, and repeats a call that got no answer. */
export class Caller {
  readonly #address: () => string;
  readonly #credentials: { email: string; password: string } | undefined;
  readonly #surprises: Surprises;
  #token: string | undefined;

  constructor(
    address: () => string,
    surprises: Surprises,
    credentials?: { email: string; password: string },
  ) {
    this.#address = address;
    this.#surprises = surprises;
    this.#credentials = credentials;
  }

  /** Sends the request once; undefined if the connection broke before the answer. */
  async once<T>(method: string, path: string, request: Request = {}): Promise<Answer<T> | undefined> {
    const from = performance.now();
    const answer = await this.#send<T>(method, path, request).catch(() => undefined);
    this.#surprises.heard({ method, from, status: answer?.status ?? 0 });
    return answer;
  }

  async #send<T>(method: string, path: string, { json, form, key }: Request): Promise<Answer<T>> {
    const answer = await fetch(this.#address() + path, {
      method,
      headers: {
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: json === undefined ? (form ?? null) : JSON.stringify(json),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return {
      status: answer.status,
      body: (isJson ? JSON.parse(text) : text) as T,
      location: answer.headers.get('location'),
    };
  }

  /** Repeats a call until it is answered; signs in again after a 401. */
  async call<T>(method: string, path: string, request: Request = {}): Promise<Answer<T>> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.once<T>(method, path, request);
      if (answer && !isPassing(answer.status)) {
        if (answer.status >= 400 && tries === 1)
          this.#surprises.note(method, path, answer.status, answer.body);
        return answer;
      }
      if (answer && answer.status >= 500 && answer.status !== 503) {
        this.#surprises.note(method, path, answer.status, answer.body);
      }
      if (answer?.status === 401) await this.signIn();
      if (tries === STUCK_TRIES) {
        process.stdout.write(`still not answered: ${method} ${path}, last ${answer?.status ?? 'nothing'}\n`);
      }
      await pause(PAUSE_MS);
    }
  }

  async signIn(): Promise<void> {
    this.#token = undefined;
    const path = '/api/auth/login';
    const answer = await this.once<{ session?: { access_token: string } }>('POST', path, {
      json: this.#credentials,
    });
    this.#token = answer?.body.session?.access_token;
  }
}
