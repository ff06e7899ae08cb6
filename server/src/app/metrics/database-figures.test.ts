import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { figureOf } from '../../testing/figures.ts';
import { addDatabaseFigures } from './database-figures.ts';

it('of standbys with the same name, the lag of the one that is furthest behind is shown', async () => {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const standby = { name: 'walreceiver', state: 'streaming' };
  addDatabaseFigures(registry)(true, {
    jobs: [],
    failedJobs: [],
    mailSeconds: 0,
    unsettled: 0,
    unsettledSeconds: 0,
    findings: 0,
    logSize: 0,
    newestTask: undefined,
    databaseBytes: 1,
    isReadOnly: 0,
    archiveFails: 0,
    archiveSeconds: undefined,
    archiveWaitingBytes: undefined,
    standbys: [
      { ...standby, lagSeconds: 90, lagBytes: 5_000 },
      { ...standby, lagSeconds: 0, lagBytes: 0 },
      { name: 'silent', state: 'hidden', lagSeconds: undefined, lagBytes: undefined },
    ],
  });
  const text = await registry.metrics();
  expect(figureOf(text, 'vialproof_standbys{state="streaming"}')).toBe(2);
  expect(figureOf(text, 'vialproof_standby_lag_seconds{standby="walreceiver"}')).toBe(90);
  expect(figureOf(text, 'vialproof_standby_lag_bytes{standby="walreceiver"}')).toBe(5_000);
  expect(text).not.toContain('standby="silent"');
});
