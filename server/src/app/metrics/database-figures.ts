import { Gauge } from 'prom-client';
import { latestFindingCount } from '../../modules/ledger/ledger.service.ts';
import { oldestWaitingMail } from '../../modules/mails/mails.service.ts';
import { newestTaskNumber } from '../../modules/orders/orders.service.ts';
import { countUnsettledPayments } from '../../modules/payments/payments.service.ts';
import { logSize } from '../../modules/transparency/transparency.service.ts';
import { countFailedJobs, countJobs } from '../../platform/jobs/failed-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { readServerState } from '../../platform/postgres/server-state.ts';
import type { Modules } from '../create-modules.ts';
import type { Figures as Registry } from './figure-kinds.ts';

type Figures = Awaited<ReturnType<typeof readFigures>>;
type Tx = Parameters<Parameters<Platform['db']['transaction']>[0]>[0];

/** Reads what the database knows, in a few statements that use indexes. */
export async function readFigures(
  { mails, orders, payments, ledger, transparency, platform }: Modules,
  tx: Tx,
) {
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
    newestTask: await newestTaskNumber(orders, tx),
    ...(await readServerState(tx)),
  };
}

/** Figures of one number, with where it comes from. Those of an absent number are left out. */
const SINGLE = [
  ['vialproof_mail_oldest_unsent_seconds', 'Age of the mail that waits longest.', 'mailSeconds'],
  ['vialproof_payments_unsettled', 'Payments without an end.', 'unsettled'],
  ['vialproof_payments_unsettled_oldest_seconds', 'Age of the oldest of them.', 'unsettledSeconds'],
  ['vialproof_ledger_findings', 'What the last check of the ledger found.', 'findings'],
  ['vialproof_log_entries', 'Entries of the public log.', 'logSize'],
  [
    'vialproof_newest_task_number',
    'Number of the newest order: its growth counts orders, also over restarts. The same in every process.',
    'newestTask',
  ],
  ['vialproof_database_read_only', 'Whether it refuses writes, as a standby does: 1 or 0.', 'isReadOnly'],
  ['vialproof_database_size_bytes', 'Size of the database with its indexes.', 'databaseBytes'],
  [
    'vialproof_wal_archive_failing',
    'Whether PostgreSQL last failed to archive its log: 1 or 0.',
    'archiveFails',
  ],
  [
    'vialproof_wal_archive_age_seconds',
    'Since when PostgreSQL has archived no segment of its log; absent before the first.',
    'archiveSeconds',
  ],
  [
    'vialproof_wal_archive_waiting_bytes',
    'Written log that is not archived yet; it includes the present segment.',
    'archiveWaitingBytes',
  ],
] as const satisfies (readonly [string, string, keyof Figures])[];

/** Adds the figures of the database. The returned function sets them, and whether the database answers at all. */
export function addDatabaseFigures(
  registry: Registry,
): (answers: boolean, figures: Figures | undefined) => void {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const up = gauge('vialproof_database_up', 'Whether the database answers: 1 or 0.');
  const single = SINGLE.map(([name, help, source]) => ({ figure: gauge(name, help), source }));
  const labelled = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const queueJobs = labelled(
    'vialproof_queue_jobs',
    'Jobs that wait, those that are tried again included, and that are at work.',
    ['queue', 'state'],
  );
  const failedJobs = labelled(
    'vialproof_queue_failed_jobs',
    'Jobs that were given up: the dead letters, and others for a day.',
    ['queue'],
  );
  const standbys = labelled(
    'vialproof_standbys',
    'Standbys that receive the log from this PostgreSQL, by state; hidden: the role may not read it.',
    ['state'],
  );
  const lagSeconds = labelled(
    'vialproof_standby_lag_seconds',
    'How much later a standby shows a change, as the primary measured it last.',
    ['standby'],
  );
  const lagBytes = labelled(
    'vialproof_standby_lag_bytes',
    'Log that a standby has not replayed yet, as the primary sees it.',
    ['standby'],
  );

  return (answers, figures) => {
    up.set(Number(answers));
    for (const each of [queueJobs, failedJobs, standbys, lagSeconds, lagBytes]) each.reset();
    for (const { figure, source } of single) {
      const value = figures?.[source];
      if (value === undefined) figure.remove();
      else figure.set(value);
    }
    for (const { queue, waiting, active } of figures?.jobs ?? []) {
      queueJobs.set({ queue, state: 'waiting' }, waiting);
      queueJobs.set({ queue, state: 'active' }, active);
    }
    for (const { queue, count } of figures?.failedJobs ?? []) failedJobs.set({ queue }, count);
    for (const { state } of figures?.standbys ?? []) standbys.inc({ state });
    for (const [standby, lags] of Map.groupBy(figures?.standbys ?? [], ({ name }) => name)) {
      // Standbys without a name of their own are all called walreceiver: the one that is furthest behind counts.
      const seconds = lags.flatMap(({ lagSeconds: each }) => each ?? []);
      const bytes = lags.flatMap(({ lagBytes: each }) => each ?? []);
      if (seconds.length > 0) lagSeconds.set({ standby }, Math.max(...seconds));
      if (bytes.length > 0) lagBytes.set({ standby }, Math.max(...bytes));
    }
  };
}
