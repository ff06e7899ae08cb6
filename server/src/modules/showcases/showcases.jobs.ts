import type { Platform } from '../../platform/platform.ts';
import type { Showcases } from './showcases.service.ts';

/** What time brings about. */
export function defineShowcaseJobs({ jobs }: Platform, { work }: Showcases): void {
  jobs.define('showcase.hourly', { retryLimit: 1 }, async () => {
    await work.releaseRunOut();
    await work.remindOwners();
  });
  jobs.every('showcase.hourly', '7 * * * *');
  jobs.define('showcase.day', {}, () => work.beginDay());
  jobs.every('showcase.day', '0 0 * * *');
}
