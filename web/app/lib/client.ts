import type { Api } from '@vialproof/server/api';
import type { hc, parseResponse } from 'hono/client';

type Fetcher = (path: string, init: RequestInit) => Promise<Response>;

/** What a call is given: the same shape as Hono's client takes. */
interface Arguments {
  param?: Record<string, string>;
  query?: Record<string, string | string[] | undefined>;
  json?: unknown;
  form?: Record<string, string | Blob>;
  header?: Record<string, string>;
}

function address(path: string, { param = {}, query = {} }: Arguments): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(param[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, one);
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function request(method: string, { json, form, header }: Arguments, init: RequestInit = {}): RequestInit {
  const headers = new Headers({ ...header });
  let body: BodyInit | undefined;
  if (json !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(json);
  } else if (form) {
    const data = new FormData();
    for (const [name, value] of Object.entries(form)) data.append(name, value);
    body = data;
  }
  return { method, headers, ...(body === undefined ? {} : { body }), ...init };
}

/** `client.tests[':id'].$get(…)`: each name is a step of the path, a name with `$` is the method. */
function step(fetcher: Fetcher, path: string): unknown {
  return new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name !== 'string') return undefined;
        if (!name.startsWith('$')) return step(fetcher, `${path}/${name}`);
        return (
          args: Arguments = {},
          options: { init?: RequestInit; headers?: Record<string, string> } = {},
        ) =>
          fetcher(
            address(path, args),
            request(
              name.slice(1).toUpperCase(),
              { ...args, header: { ...args.header, ...options.headers } },
              options.init,
            ),
          );
      },
    },
  );
}

/** The client that Hono's `hc` would make, typed by it, without the 2 kB of it that we do not use. */
export function createClient(fetcher: Fetcher) {
  return step(fetcher, '/api') as ReturnType<typeof hc<Api>>['api'];
}

async function bodyOf(answer: Response | Promise<Response>): Promise<unknown> {
  const response = await answer;
  return response.status === 204 ? undefined : await response.json();
}

/**
 * The body of an answer, typed by its route. Refused calls never get here: they throw (problem.ts). Also for answers that
 * say nothing: an unread body holds its connection until the call's time is over.
 */
export const read = bodyOf as typeof parseResponse;
