import { ERRORS, type ErrorCode, type FieldError } from '@vialproof/contract/errors';

/** One call of a page. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The sent JSON. Undefined without JSON. */
  body: unknown;
}

/** JSON for a 200, a whole response, or a function that makes one for each call. */
export type Answer = object | ((call: Call) => Promise<object> | object);

/** The answers by 'METHOD /api/path', or by 'METHOD /api/path/*' for all paths below. The exact one wins. */
export type Answers = Record<string, Answer>;

/** A refusal as the API sends it (RFC 9457). Defaults: the sentence and the status of its code. */
export function refusal(
  code: ErrorCode,
  detail: string = ERRORS[code][1],
  more: { status?: number; errors?: FieldError[]; amount_cents?: number } = {},
): Response {
  const body = { type: 'about:blank', title: code, status: ERRORS[code][0], code, detail, ...more };
  return Response.json(body, { status: body.status });
}

/** The answer of a server whose database is down. */
export const unavailable = () => refusal('unavailable', 'The database is away.');

/** The network is down: the call fails at once. */
export const away = () => Promise.reject(new TypeError('Failed to fetch'));

/** The server never answers, so the page gives up. */
export const silence = () => new Promise<never>(() => undefined);

/**
 * Replaces the server. It answers from a table and records the calls. A call that is not in the table fails the test.
 */
export class FakeServer {
  readonly calls: Call[] = [];
  readonly unanswered: string[] = [];
  private readonly answers: Answers;

  constructor(answers: Answers) {
    // A page whose call got no answer asks for /robots.txt to see whether the server is there (lib/online.ts). The
    // stream of events stays silent.
    this.answers = { 'HEAD /robots.txt': {}, 'GET /api/events': silence, ...answers };
  }

  /** Adds answers, from now on. */
  answer(answers: Answers): void {
    Object.assign(this.answers, answers);
  }

  /** The recorded calls of this method and path. */
  callsTo(name: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === name);
  }

  /** The `fetch` of the page. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const address = new URL(
      input instanceof Request ? input.url : String(input),
      globalThis.location?.href ?? 'http://localhost',
    );
    const call = {
      method: init.method ?? 'GET',
      path: address.pathname,
      query: address.searchParams,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    };
    const answer = this.find(`${call.method} ${call.path}`);
    if (answer === undefined) {
      this.unanswered.push(`${call.method} ${call.path}`);
      throw new TypeError(`no answer is known to ${call.method} ${call.path}`);
    }
    this.calls.push(call);
    const found = await untilAborted(typeof answer === 'function' ? answer(call) : answer, init.signal);
    // A response can be read only once, and an answer may be sent many times.
    return found instanceof Response ? found.clone() : Response.json(found);
  };

  private find(name: string): Answer | undefined {
    const above = name.replace(/\/[^/]*$/, '/*');
    return this.answers[name] ?? this.answers[above];
  }
}

/** Waits for the answer, unless the page stops its call first. */
function untilAborted<T>(answer: Promise<T> | T, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
    Promise.resolve(answer).then(resolve, reject);
  });
}
