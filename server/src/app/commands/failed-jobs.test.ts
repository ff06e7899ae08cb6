import { expect, it } from 'vitest';
import { withoutMailServer } from '../../testing/unsent-mails.ts';
import { sweepJob } from '../create-modules.ts';
import { UsageError } from './command-line.ts';
import { runFailedJobs } from './failed-jobs.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** An installation with two mails that failed for good. */
async function withFailed() {
  const { server, app, pool, ordered, weeksPass, tryAll, list } = await withoutMailServer();
  await ordered();
  await ordered();
  await weeksPass();
  async function run(...words: string[]): Promise<string[]> {
    let said = '';
    await runFailedJobs(app.platform, words, {
      stdout: {
        write: (text) => {
          said += text;
        },
      },
    });
    return said.trimEnd().split('\n');
  }
  const audited = async () =>
    (
      await pool.query(
        "SELECT action, detail FROM audit_entry WHERE actor_id IS NULL AND action LIKE 'job.%' ORDER BY id",
      )
    ).rows;
  const queue = 'notifications.request-mail';
  return { server, app, pool, run, audited, tryAll, list, queue };
}

it('npm run jobs lists the jobs that failed for good, and can delete one, which the audit log records', async () => {
  const { run, audited, queue } = await withFailed();
  const listed = await run();
  expect(listed).toHaveLength(2);
  for (const line of listed)
    expect(line).toMatch(/^[\da-f-]{36} {2}\S+Z {2}\S+ {2}\d+ tries {2}.*ECONNREFUSED/);
  const [id = ''] = listed[0]?.split('  ') ?? [];
  expect(await run('drop', id)).toEqual(['1 dropped.']);
  expect(await run()).toEqual([listed[1]]);
  await expect(run('drop', id)).rejects.toThrow(`No failed job has the id ${id}`);
  expect(await run('drop', 'all')).toEqual(['1 dropped.']);
  expect(await run()).toEqual(['No job has failed.']);
  const line = { action: 'job.dropped', detail: { queue } };
  expect(await audited()).toEqual([line, line]);
});

it('npm run jobs starts a failed job again, and the job then succeeds', async () => {
  const { server, run, audited, tryAll, queue } = await withFailed();
  await server.comeBack();
  expect(await run('retry', 'all')).toEqual(['2 will be tried again.']);
  await tryAll();
  expect(server.delivered).toHaveLength(2);
  expect(await run()).toEqual(['No job has failed.']);
  const line = { action: 'job.sent_again', detail: { queue } };
  expect(await audited()).toEqual([line, line]);
});

it('npm run jobs can also start failed jobs that are stored only for a short time', async () => {
  const { app, pool, run } = await withFailed();
  await run('drop', 'all');
  await app.jobs.send(app.platform.db.orm, sweepJob, {});
  await pool.query(
    "UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE name = 'platform.sweep'",
  );
  expect(await run()).toEqual([expect.stringContaining('platform.sweep')]);
  expect(await run('retry', 'all')).toEqual(['1 will be tried again.']);
  expect(await run()).toEqual(['No job has failed.']);
  await app.jobs.drain();
  const { rows } = await pool.query("SELECT state FROM pgboss.job WHERE name = 'platform.sweep'");
  expect(rows).toEqual([{ state: 'completed' }]);
});

it('npm run jobs prints its usage, and refuses an unknown job', async () => {
  const { run } = await withFailed();
  for (const words of [
    ['retry'],
    ['drop', 'all', 'now'],
    ['burn', UNKNOWN],
    ['list', 'all'],
    ['drop', 'x'],
  ]) {
    await expect(run(...words)).rejects.toThrow(UsageError);
  }
  await expect(run('retry', UNKNOWN)).rejects.toThrow('No failed job');
});
