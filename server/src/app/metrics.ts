import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Histogram } from 'prom-client';
import { DIRECTIVES, type Directive } from '../platform/http/csp-reports.ts';
import { inTime } from '../platform/http/health.ts';
import { hashOpaque } from '../platform/opaque-token.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import type { Modules } from './create-modules.ts';
import { addDatabaseFigures, readFigures } from './metrics/database-figures.ts';
import { addProcessFigures } from './metrics/process-figures.ts';
import { addReplicaFigures } from './metrics/replica-figures.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const DURATIONS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Metrics of this process and its database (OpenMetrics). They have their own connection, because they are needed most
 * when the other connections are busy.
 */
export function createMetrics(modules: Modules, databaseUrl: string) {
  const { platform } = modules;
  const { registry } = platform.figures;
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'vialproof_request_duration_seconds',
    help: 'Requests by method, pattern of the route and class of the status, live streams left out.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATIONS_SECONDS,
    registers: [registry],
  });
  const cspReports = new Counter({
    name: 'vialproof_csp_reports_total',
    help: 'Reports of browsers that the Content-Security-Policy of a page refused something, by directive.',
    labelNames: ['directive'] as const,
    registers: [registry],
  });
  for (const directive of DIRECTIVES) cspReports.inc({ directive }, 0);
  addProcessFigures(registry, modules);
  if (platform.replica) addReplicaFigures(registry, platform.replica);
  const { statementTimeoutMs } = platform.config;
  const db = openDatabase(databaseUrl, {
    max: 1,
    limits: { connectMs: statementTimeoutMs, statementMs: statementTimeoutMs },
    onError: (error) => platform.log.warn({ err: error }, 'the database ended the connection for figures'),
  });
  const setDatabaseFigures = addDatabaseFigures(registry);

  return {
    observe(labels: { method: string; route: string; status: string }, seconds: number): void {
      requests.observe(labels, seconds);
    },
    countCspReport(directive: Directive): void {
      cspReports.inc({ directive });
    },
    /** Answers within about two seconds. Without the database, only with the numbers of the process. */
    async scrape(): Promise<string> {
      let answers = false;
      const reading = db.transaction((tx) => {
        // PostgreSQL has answered the BEGIN.
        answers = true;
        return readFigures(modules, tx);
      });
      reading.catch((error: unknown) => {
        if (answers) platform.log.warn({ err: error }, 'the figures of the database could not be read');
      });
      const figures = await inTime(reading);
      setDatabaseFigures(answers, figures);
      return registry.metrics();
    },
    contentType: registry.contentType,
    close: db.close,
  };
}

/** The route /metrics, for callers with the token. */
export function metricsRoutes(metrics: Metrics, token: string) {
  const right = hashOpaque(`Bearer ${token}`);
  return new Hono().get('/metrics', async (c) => {
    const given = hashOpaque(c.req.header('authorization') ?? '');
    const headers = { 'Cache-Control': 'no-store' };
    if (!timingSafeEqual(given, right)) {
      return c.text('The token of METRICS_TOKEN is wanted.\n', 401, {
        ...headers,
        'WWW-Authenticate': 'Bearer',
      });
    }
    return c.body(await metrics.scrape(), 200, { ...headers, 'Content-Type': metrics.contentType });
  });
}
