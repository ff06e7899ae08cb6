import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { signsUntil } from '../../modules/certificates/certificates.service.ts';
import { countStreams } from '../../modules/live/live.service.ts';
import { isReadOnly } from '../../modules/transparency/transparency.service.ts';
import { type LastRun, type Run, readRun } from '../../platform/jobs/last-runs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Modules } from '../create-modules.ts';
import { readBuild } from './build.ts';
import { addCounter, addGauge, type Figures } from './figure-kinds.ts';

const DAY_MS = 86_400_000;

/** Adds what this process knows without the database. */
export function addProcessFigures(registry: Figures, modules: Modules): void {
  const { platform } = modules;
  addPoolFigures(registry, platform);
  addCacheFigures(registry, platform);
  addLaboratoryFigures(registry, modules);
  addDiskFigures(registry, platform);
  addRunFigures(registry, platform);
  addBuildFigure(registry, platform);
}

function addPoolFigures(registry: Figures, { config, db: { pool } }: Platform): void {
  addGauge(
    registry,
    'vialproof_pool_size',
    'Connections that requests and jobs may have at most.',
    () => config.poolSize,
  );
  addGauge(registry, 'vialproof_pool_connections', 'Connections that are open.', () => pool.totalCount);
  addGauge(registry, 'vialproof_pool_idle', 'Open connections that nobody uses.', () => pool.idleCount);
  addGauge(
    registry,
    'vialproof_pool_waiting',
    'Requests and jobs that wait for a connection.',
    () => pool.waitingCount,
  );
  addCounter(
    registry,
    'vialproof_pool_refused_total',
    'Requests that found too many others waiting.',
    () => pool.refused,
  );
}

function addCacheFigures(registry: Figures, { publicCache }: Platform): void {
  const usage = () => publicCache.usage();
  addCounter(
    registry,
    'vialproof_public_cache_hits_total',
    'Answers from the public cache.',
    () => usage().hits,
  );
  addCounter(registry, 'vialproof_public_cache_misses_total', 'Answers made for it.', () => usage().misses);
  addGauge(registry, 'vialproof_public_cache_bytes', 'What the public cache holds.', () => usage().bytes);
}

function addLaboratoryFigures(
  registry: Figures,
  { platform, transparency, liveFeed, certificates }: Modules,
): void {
  addGauge(registry, 'vialproof_log_read_only', 'Whether the public log takes no entries: 1 or 0.', () =>
    Number(isReadOnly(transparency)),
  );
  addGauge(registry, 'vialproof_live_streams', 'Live streams that are open.', () => countStreams(liveFeed));
  addGauge(
    registry,
    'vialproof_signing_certificate_days',
    'Days until the certificate of the signing key ends; negative after its end.',
    async () => {
      const until = await signsUntil(certificates).catch(() => undefined);
      return until && (until.getTime() - platform.clock.now().getTime()) / DAY_MS;
    },
  );
}

function addDiskFigures(registry: Figures, { config }: Platform): void {
  const disk = () => statfs(config.dataDirectory).catch(() => undefined);
  addGauge(registry, 'vialproof_disk_size_bytes', 'Size of the disk that holds DATA_DIR.', async () => {
    const found = await disk();
    return found && found.blocks * found.bsize;
  });
  addGauge(registry, 'vialproof_disk_free_bytes', 'What this process may still write there.', async () => {
    const found = await disk();
    return found && found.bavail * found.bsize;
  });
}

/** The last runs of commands in this DATA_DIR, such as backup and doctor. */
function addRunFigures(registry: Figures, { config, clock }: Platform): void {
  const secondsSince = ({ at }: LastRun) => Math.max(0, (clock.now().getTime() - at.getTime()) / 1000);
  add('vialproof_backup_age_seconds', 'Age of the last whole backup.', 'backup', secondsSince);
  add('vialproof_doctor_age_seconds', 'How long ago the doctor looked last.', 'doctor', secondsSince);
  add('vialproof_doctor_faults', 'What the doctor found.', 'doctor', ({ faults }) => faults);

  function add(name: string, help: string, run: Run, value: (last: LastRun) => number): void {
    addGauge(registry, name, help, async () => {
      const last = await readRun(config.dataDirectory, run);
      return last && value(last);
    });
  }
}

function addBuildFigure(registry: Figures, { config }: Platform): void {
  const build = readBuild(config.buildCommit);
  const figure = new Gauge({
    name: 'vialproof_build_info',
    help: 'Always 1; its labels say which release this process runs.',
    labelNames: ['version', 'commit'] as const,
    registers: [registry],
    async collect() {
      figure.set(await build, 1);
    },
  });
}
