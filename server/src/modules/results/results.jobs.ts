import type { Platform } from '../../platform/platform.ts';
import type { Results } from './results.service.ts';

/** Destroying what was redacted: tried until it is gone. */
export function defineResultJobs({ jobs }: Platform, { work }: Results): void {
  jobs.define<{ key: string }>(work.destroyJob, {}, ({ key }) => work.destroyPhoto(key));
}
