import { recordAudit } from '../../platform/audit.ts';
import { isUuid } from '../../platform/ids.ts';
import { deleteFailedJob, type FailedJob, listFailedJobs } from '../../platform/jobs/failed-jobs.ts';
import { StartupProblem } from '../../platform/startup-problem.ts';
import type { CommandContext } from './command.ts';
import { type CommandPlatform, UsageError } from './command-line.ts';

const USAGE = `Usage:
  npm run admin -- jobs              lists what was given up, the oldest first
  npm run admin -- jobs retry ID     does it again, as if it were new (all: everything)
  npm run admin -- jobs drop ID      deletes it (all: everything)`;

const LISTED = 200;
const ALL = 1_000_000;

/** npm run jobs: lists, retries or deletes failed jobs. */
export async function runFailedJobs(
  platform: CommandPlatform,
  words: string[],
  { stdout }: Pick<CommandContext, 'stdout'>,
): Promise<number> {
  const say = (line: string) => void stdout.write(`${line}\n`);
  const [verb = 'list', id, ...more] = words;
  if (verb === 'list' && id === undefined) {
    for (const line of await describeFailed(platform)) say(line);
    return 0;
  }
  if ((verb !== 'retry' && verb !== 'drop') || id === undefined || more.length > 0)
    throw new UsageError(USAGE);
  if (id !== 'all' && !isUuid(id)) throw new UsageError(`${id} is no id of a job.\n${USAGE}`);
  const failed = await listFailedJobs(platform.db.orm, id === 'all' ? { limit: ALL } : { id, limit: 1 });
  if (id !== 'all' && failed.length === 0) throw new StartupProblem(`No failed job has the id ${id}.`);
  if (verb === 'retry') await platform.jobs.start({ work: false });
  for (const job of failed) await decide(platform, job, verb);
  say(`${failed.length} ${verb === 'retry' ? 'will be tried again.' : 'dropped.'}`);
  return 0;
}

async function describeFailed(platform: CommandPlatform): Promise<string[]> {
  const failed = await listFailedJobs(platform.db.orm, { limit: LISTED + 1 });
  if (failed.length === 0) return ['No job has failed.'];
  const lines = failed
    .slice(0, LISTED)
    .map(({ id, queue, failed_at, tries, error }) =>
      [id, failed_at, queue, `${tries} tries`, (error ?? '').replace(/\s+/g, ' ')].join('  '),
    );
  return failed.length > LISTED ? [...lines, `There are more than these ${LISTED}.`] : lines;
}

function decide({ db, jobs, clock }: CommandPlatform, job: FailedJob, verb: 'retry' | 'drop'): Promise<void> {
  return db.transaction(async (tx) => {
    if (verb === 'drop') await deleteFailedJob(tx, job.id);
    else if (job.isKept) await jobs.sendAgain(tx, job.id);
    else await jobs.retry(tx, job.queue, job.id);
    await recordAudit(tx, {
      at: clock.now(),
      actorId: null,
      action: verb === 'drop' ? 'job.dropped' : 'job.sent_again',
      subject: { kind: 'job', id: job.id },
      detail: { queue: job.queue },
    });
  });
}
