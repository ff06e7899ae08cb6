import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { Platform } from '../platform.ts';
import { refuse } from '../refusal.ts';
import { type ApiContext, type ApiEnv, answerRefusal } from './http.ts';
import { CSP_REPORTS } from './page-policy.ts';
import { limitBody, SMALL_BODY_BYTES, takesTurn } from './request-guard.ts';

/** The directives that the metric counts by name. All others count as `other`. */
export const DIRECTIVES = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'worker-src',
  'frame-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'other',
] as const;
export type Directive = (typeof DIRECTIVES)[number];

/** What one report says: the directive, what was refused, and the address of the page. */
type Report = { directive: string; blocked: string; page: string };

/** More reports in one body are not read. */
const MOST_REPORTS = 20;
const SAID_EVERY_MS = 1_000;
const LONGEST_ORIGIN = 100;
/** Words and schemes that browsers write instead of an address. */
const WITHOUT_ORIGIN = [
  'inline',
  'eval',
  'wasm-eval',
  'self',
  'data',
  'blob',
  'about',
  'file',
  'chrome-extension',
  'moz-extension',
  'safari-web-extension',
];

const text = z.string().default('');
/** The body of report-uri, and one report of report-to. */
const Single = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }),
});
const Batched = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
});

function readSingle(body: unknown): Report[] {
  const { data } = Single.safeParse(body);
  if (!data) return [];
  const report = data['csp-report'];
  // Older browsers name only the whole line of the policy, whose first word is the directive.
  const directive = report['effective-directive'] || (report['violated-directive'].split(' ')[0] ?? '');
  return [{ directive, blocked: report['blocked-uri'], page: report['document-uri'] }];
}

const readBatch = (body: unknown): Report[] =>
  (Array.isArray(body) ? body : []).slice(0, MOST_REPORTS).flatMap((each) => {
    const { data } = Batched.safeParse(each);
    if (!data) return [];
    const { effectiveDirective: directive, blockedURL: blocked, documentURL: page } = data.body;
    return [{ directive, blocked, page }];
  });

/** How to read a body of each content type. */
const READERS = new Map([
  ['application/csp-report', readSingle],
  ['application/reports+json', readBatch],
]);

type Options = {
  /** Counts one report. */
  count: (directive: Directive) => void;
  /** The pattern of a page's path, such as /tests/:id. */
  patternOf: (path: string) => string;
};

/**
 * Takes the reports of browsers about what the Content-Security-Policy of a page refused. Anybody can send false ones,
 * so nothing is stored, and each is only counted. The log gets at most one line a second, without addresses of pages.
 */
export function cspReportRoutes(platform: Platform, { count, patternOf }: Options): Hono<ApiEnv> {
  const { turns, config, clock, log } = platform;
  let saidAt = Number.NEGATIVE_INFINITY;
  let unsaid = 0;

  function take({ directive, blocked, page }: Report): void {
    const name = DIRECTIVES.find((each) => each === directive) ?? 'other';
    count(name);
    unsaid += 1;
    const now = clock.now().getTime();
    if (now - saidAt < SAID_EVERY_MS) return;
    const path = URL.parse(page)?.pathname;
    log.warn(
      {
        directive: name,
        page: path === undefined ? 'unknown' : patternOf(path),
        blocked: originOf(blocked),
        reports: unsaid,
      },
      'a browser reports that the Content-Security-Policy of a page refused something',
    );
    saidAt = now;
    unsaid = 0;
  }

  const placed = takesTurn(() => turns.forms, { trustProxy: config.trustProxy, refused: answerRefusal });
  return new Hono<ApiEnv>().post(CSP_REPORTS, onlyReports, limitBody(SMALL_BODY_BYTES), placed, async (c) => {
    const body = parsed(await c.req.text());
    if (body === undefined) return answerRefusal(c, refuse('malformed'));
    for (const report of readerOf(c)?.(body) ?? []) take(report);
    return c.body(null, 204, { 'Cache-Control': 'no-store' });
  });
}

const onlyReports: MiddlewareHandler<ApiEnv> = async (c, next) =>
  readerOf(c) ? next() : answerRefusal(c, refuse('unsupported_media_type'));

function readerOf(c: ApiContext) {
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  return READERS.get(type.trim().toLowerCase());
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The origin of a refused address, or what the browser wrote instead of one. Never a path or a query. */
function originOf(blocked: string): string {
  const word = blocked.split(':')[0] ?? '';
  if (WITHOUT_ORIGIN.includes(word)) return word;
  const url = URL.parse(blocked);
  return url && url.origin !== 'null' ? url.origin.slice(0, LONGEST_ORIGIN) : 'other';
}
