import { TestsQuery } from '@vialproof/contract/tests';
import type { z } from 'zod';
import { isDatabaseDown } from '../../platform/database.ts';
import type { DirectAnswer } from '../../platform/direct-answer.ts';
import { problemOf, refusalOf } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { answerHeaders } from '../../platform/request-guard.ts';
import { writePage } from './listing.presenter.ts';
import type { Listing } from './listing.service.ts';

type Asked = z.infer<typeof TestsQuery>;

const PATH = '/api/tests';
const LONGEST_QUERY = 300;
const KNOWN_QUERIES = 1000;

/**
 * The first thing most visitors ask for, GET /api/tests, answered by node:http itself: routing, guards and validators
 * would cost a third of it (docs/decisions/0009). Whatever is unusual (a token, an Origin header, a query that is not
 * valid, another method) goes the way of all calls, and so does a request whose answer fails, unless it is the database that does not answer: then the usual way would only wait for it once more.
 */
export function directList({ config, log }: Platform, listing: Listing): DirectAnswer {
  const headersOf = answerHeaders(config.production);
  const known = new Map<string, Asked | null>();

  /** The query's meaning, or null when the usual way has to look at it. A valid query is validated once. */
  function meaning(query: string): Asked | null {
    const before = known.get(query);
    if (before !== undefined) return before;
    const parameters = new URLSearchParams(query);
    const isPlain = new Set(parameters.keys()).size === parameters.size;
    const parsed = isPlain ? TestsQuery.safeParse(Object.fromEntries(parameters)) : undefined;
    const asked = parsed?.success ? parsed.data : null;
    if (known.size >= KNOWN_QUERIES) known.clear();
    known.set(query, asked);
    return asked;
  }

  return (request, response, otherwise) => {
    const { url = '', headers } = request;
    if (request.method !== 'GET' || !url.startsWith(PATH) || url.length > LONGEST_QUERY) return false;
    if (url.length > PATH.length && url[PATH.length] !== '?') return false;
    if (headers.origin !== undefined || headers.authorization !== undefined) return false;
    const asked = meaning(url.slice(PATH.length + 1));
    if (!asked) return false;
    const { search = '', onlyPublic, onlySterility, page, limit } = asked;
    const offset = (page - 1) * limit;
    function fail(error: unknown): void {
      if (!isDatabaseDown(error)) {
        otherwise();
        return;
      }
      const answer = headersOf(headers['x-request-id']);
      const requestId = answer['X-Request-Id'] ?? '';
      const problem = problemOf(refusalOf(error, { requestId, method: 'GET', path: url }, log));
      const length = String(Buffer.byteLength(problem.text));
      response.writeHead(problem.status, { ...answer, ...problem.headers, 'Content-Length': length });
      response.end(problem.text);
    }
    listing.list({ search, onlyPublic, onlySterility, offset, limit }).then((found) => {
      const text = writePage(found, { page, limit });
      const answer = headersOf(headers['x-request-id']);
      answer['Content-Type'] = 'application/json';
      answer['Content-Length'] = String(text.length);
      response.writeHead(200, answer);
      response.end(text);
    }, fail);
    return true;
  };
}
