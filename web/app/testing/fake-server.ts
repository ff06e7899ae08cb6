import { ERRORS, type ErrorCode, type FieldError } from '@vialproof/contract/errors';

/** One call that a page made. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  /** What was sent as JSON; undefined without a body. */
  body: unknown;
}

/** JSON of a 200, a whole response, or a function that decides when it is asked. */
export type Answer = object | ((call: Call) => Promise<object> | object);

/** Answers by 'METHOD /api/path', or by 'METHOD /api/path/*' for all paths below it. The exact one counts first. */
export type Answers = Record<string, Answer>;

/** A refusal as the interface gives it (RFC 9457); its own sentence and status unless others are given. */
export function refusal(
  code: ErrorCode,
  detail: string = ERRORS[code][1],
  more: { status?: number; errors?: FieldError[]; amount_cents?: number } = {},
): Response {
  const body = { type: 'about:blank', title: code, status: ERRORS[code][0], code, detail, ...more };
  return Response.json(body, { status: body.status });
}

/** The answer of a server whose database is away. */
export const unavailable = () => refusal('unavailable', 'The database is away.');

/** The answer of a network that is away: none, at once. */
export const away = () => Promise.reject(new TypeError('Failed to fetch'));

/** No answer at all, until the page gives up. */
export const silence = () => new Promise<never>(() => undefined);

/** Stands where the server would: it answers by a table, and keeps what it was asked. A call outside the table is a fault. */
export class FakeServer {
  readonly calls: Call[] = [];
  readonly unanswered: string[] = [];
  private readonly answers: Answers;

  constructor(answers: Answers) {
    // A page whose call got no answer asks whether there is a server at all (lib/online.ts). The line for live news
    // brings none.
    this.answers = { 'HEAD /robots.txt': {}, 'GET /api/events': silence, ...answers };
  }

  /** From now on these answers hold beside the others. */
  answer(answers: Answers): void {
    Object.assign(this.answers, answers);
  }

  /** The calls to one path so far, as 'METHOD /api/path'. */
  callsTo(name: string): Call[] {
    return this.calls.filter(({ method, path }) => `${method} ${path}` === name);
  }

  /** What the page takes for `fetch`. */
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
    // A response is read once, and an answer may be given many times.
    return found instanceof Response ? found.clone() : Response.json(found);
  };

  private find(name: string): Answer | undefined {
    const above = name.replace(/\/[^/]*$/, '/*');
    return this.answers[name] ?? this.answers[above];
  }
}

/** The answer, unless the page takes its call back first. */
function untilAborted<T>(answer: Promise<T> | T, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
    Promise.resolve(answer).then(resolve, reject);
  });
}
