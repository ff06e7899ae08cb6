import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client';
import { latestFindingCount } from '../modules/ledger/ledger.service.ts';
import { countStreams } from '../modules/live/live.service.ts';
import { oldestWaitingMail } from '../modules/mails/mails.service.ts';
import { countUnsettledPayments } from '../modules/payments/payments.service.ts';
import { isReadOnly, logSize } from '../modules/transparency/transparency.service.ts';
import { DIRECTIVES, type Directive } from '../platform/http/csp-reports.ts';
import { inTime } from '../platform/http/health.ts';
import { countFailedJobs, countJobs } from '../platform/jobs/failed-jobs.ts';
import { type LastRun, type Run, readRun } from '../platform/jobs/last-runs.ts';
import { hashOpaque } from '../platform/opaque-token.ts';
import type { Platform } from '../platform/platform.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import { isArchiveFailing } from '../platform/postgres/database-server.ts';
import type { Modules } from './create-modules.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const DURATIONS_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Metrics of this process and its database (OpenMetrics). They have their own connection, because they are needed most
 * when the other connections are busy.
 */
export function createMetrics(modules: Modules, databaseUrl: string) {
  const { platform } = modules;
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
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
  addRunFigures(registry, platform);
  const { statementTimeoutMs } = platform.config;
  const db = openDatabase(databaseUrl, {
    max: 1,
    limits: { connectMs: statementTimeoutMs, statementMs: statementTimeoutMs },
    onError: (error) => platform.log.warn({ err: error }, 'the database ended the connection for figures'),
  });
  const database = databaseFigures(registry);

  return {
    observe(labels: { method: string; route: string; status: string }, seconds: number): void {
      requests.observe(labels, seconds);
    },
    countCspReport(directive: Directive): void {
      cspReports.inc({ directive });
    },
    /** Answers within about two seconds. Without the database, only with the numbers of the process. */
    async scrape(): Promise<string> {
      database(await inTime(db.transaction((tx) => readFigures(modules, tx))));
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

function addProcessFigures(
  registry: Registry<OpenMetricsContentType>,
  { platform, liveFeed, transparency }: Modules,
): void {
  const { db, config, publicCache } = platform;
  const { pool } = db;
  gauge('vialproof_pool_size', 'Connections that requests and jobs may have at most.', () => config.poolSize);
  gauge('vialproof_pool_connections', 'Connections that are open.', () => pool.totalCount);
  gauge('vialproof_pool_idle', 'Open connections that nobody uses.', () => pool.idleCount);
  gauge('vialproof_pool_waiting', 'Requests and jobs that wait for a connection.', () => pool.waitingCount);
  counter('vialproof_pool_refused_total', 'Requests that found too many others waiting.', () => pool.refused);
  gauge('vialproof_log_read_only', 'Whether the public log takes no entries: 1 or 0.', () =>
    Number(isReadOnly(transparency)),
  );
  gauge('vialproof_live_streams', 'Live streams that are open.', () => countStreams(liveFeed));
  counter(
    'vialproof_public_cache_hits_total',
    'Answers from the public cache.',
    () => publicCache.usage().hits,
  );
  counter('vialproof_public_cache_misses_total', 'Answers made for it.', () => publicCache.usage().misses);
  gauge('vialproof_public_cache_bytes', 'What the public cache holds.', () => publicCache.usage().bytes);

  function gauge(name: string, help: string, value: () => number): void {
    const figure: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => figure.set(value()),
    });
  }
  function counter(name: string, help: string, value: () => number): void {
    const figure = new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        figure.reset();
        figure.inc(value());
      },
    });
  }
}

/** The last runs of commands in this DATA_DIR, such as backup and doctor. */
function addRunFigures(registry: Registry<OpenMetricsContentType>, { config, clock }: Platform): void {
  const secondsSince = ({ at }: LastRun) => Math.max(0, (clock.now().getTime() - at.getTime()) / 1000);
  gauge('vialproof_backup_age_seconds', 'Age of the last whole backup.', 'backup', secondsSince);
  gauge('vialproof_doctor_age_seconds', 'How long ago the doctor looked last.', 'doctor', secondsSince);
  gauge('vialproof_doctor_faults', 'What the doctor found.', 'doctor', ({ faults }) => faults);

  function gauge(name: string, help: string, run: Run, value: (last: LastRun) => number): void {
    const figure: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const last = await readRun(config.dataDirectory, run);
        if (last) figure.set(value(last));
        else figure.remove();
      },
    });
  }
}

type Figures = Awaited<ReturnType<typeof readFigures>>;
type Tx = Parameters<Parameters<Platform['db']['transaction']>[0]>[0];

async function readFigures({ mails, payments, ledger, transparency, platform }: Modules, tx: Tx) {
  const now = platform.clock.now();
  const secondsSince = (at: Date | undefined) =>
    at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0;
  const unsettled = await countUnsettledPayments(payments, tx);
  return {
    jobs: await countJobs(tx),
    failedJobs: await countFailedJobs(tx),
    mailSeconds: secondsSince(await oldestWaitingMail(mails, tx)),
    unsettled: unsettled.count,
    unsettledSeconds: secondsSince(unsettled.oldest),
    findings: (await latestFindingCount(ledger, tx)) ?? 0,
    logSize: await logSize(transparency, tx),
    archiveFails: Number(await isArchiveFailing(tx)),
  };
}

/** Reads the database's figures; undefined while it does not answer. */
function databaseFigures(registry: Registry<OpenMetricsContentType>): (figures: Figures | undefined) => void {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const up = gauge('vialproof_database_up', 'Whether the database answers: 1 or 0.');
  const queueJobs = new Gauge({
    name: 'vialproof_queue_jobs',
    help: 'Jobs that wait, those that are tried again included, and that are at work.',
    labelNames: ['queue', 'state'] as const,
    registers,
  });
  const failedJobs = new Gauge({
    name: 'vialproof_queue_failed_jobs',
    help: 'Jobs that were given up: the dead letters, and others for a day.',
    labelNames: ['queue'] as const,
    registers,
  });
  const single = [
    [gauge('vialproof_mail_oldest_unsent_seconds', 'Age of the mail that waits longest.'), 'mailSeconds'],
    [gauge('vialproof_payments_unsettled', 'Payments without an end.'), 'unsettled'],
    [gauge('vialproof_payments_unsettled_oldest_seconds', 'Age of the oldest of them.'), 'unsettledSeconds'],
    [gauge('vialproof_ledger_findings', 'What the last check of the ledger found.'), 'findings'],
    [gauge('vialproof_log_entries', 'Entries of the public log.'), 'logSize'],
    [
      gauge('vialproof_wal_archive_failing', 'Whether PostgreSQL last failed to archive its log: 1 or 0.'),
      'archiveFails',
    ],
  ] as const;

  return (figures) => {
    up.set(figures ? 1 : 0);
    queueJobs.reset();
    failedJobs.reset();
    for (const [figure, name] of single) {
      if (figures) figure.set(figures[name]);
      else figure.remove();
    }
    for (const { queue, waiting, active } of figures?.jobs ?? []) {
      queueJobs.set({ queue, state: 'waiting' }, waiting);
      queueJobs.set({ queue, state: 'active' }, active);
    }
    for (const { queue, count } of figures?.failedJobs ?? []) failedJobs.set({ queue }, count);
  };
}
