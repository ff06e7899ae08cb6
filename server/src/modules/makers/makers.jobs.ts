import type { Platform } from '../../platform/platform.ts';
import type { Makers } from './makers.service.ts';

export function defineMakersJobs({ jobs }: Platform, { work }: Makers): void {
  jobs.define<{ requestIds: string[] }>(work.tellRequestsJob, { expireInSeconds: 900 }, ({ requestIds }) =>
    work.tellRequests(requestIds),
  );
}
