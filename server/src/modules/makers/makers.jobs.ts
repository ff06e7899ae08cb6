import type { Platform } from '../../platform/platform.ts';
import type { Makers } from './makers.service.ts';

export function defineMakersJobs({ jobs }: Platform, { work }: Makers): void {
  jobs.define(work.nameOlderJob, { expireInSeconds: 3_600 }, () => work.nameOlder());
  jobs.every(work.nameOlderJob, '11 2 * * *');
  jobs.define<{ requestIds: string[] }>(work.tellRequestsJob, { expireInSeconds: 900 }, ({ requestIds }) =>
    work.tellRequests(requestIds),
  );
}
