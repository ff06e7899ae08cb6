import { defineMailJob } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Imports, KEY_MAIL, type KeyMailJob } from './imports.service.ts';

/** Mails about keys that end soon, asked for once a day. */
export function defineImportJobs(platform: Platform, { work }: Imports): void {
  const { jobs } = platform;
  defineMailJob<KeyMailJob>(platform, KEY_MAIL, { expireInSeconds: 30 }, (job) => work.sendKeyMail(job));
  jobs.define('imports.remind-of-keys', {}, () => work.remindOfKeys());
  jobs.every('imports.remind-of-keys', '17 6 * * *');
}
