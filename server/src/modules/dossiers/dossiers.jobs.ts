import type { Platform } from '../../platform/platform.ts';
import type { Dossiers } from './dossiers.service.ts';

/** At the start and every night, after names are given: a process of the release before may publish beside this one. */
export function defineDossierJobs({ jobs, log }: Platform, { work }: Dossiers): void {
  jobs.define(work.catchUpJob, { expireInSeconds: 3_600 }, async () => {
    const count = await work.catchUp();
    if (count > 0) log.info({ count }, 'dossiers caught up with tests');
  });
  jobs.every(work.catchUpJob, '31 2 * * *');
}
