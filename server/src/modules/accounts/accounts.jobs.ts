import { defineMailJob } from '../../platform/mail-jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  ACCOUNT_MAIL,
  type AccountMailJob,
  type Accounts,
  CODE_MAIL,
  type CodeMailJob,
  RESET_LOOK,
  type ResetLookJob,
} from './accounts.service.ts';

/** The mails of accounts, of which no address stays in the queue once they have left, and forgetting what has ended. */
export function defineAccountJobs(platform: Platform, { work }: Accounts): void {
  const { jobs } = platform;
  const options = { concurrency: 2, expireInSeconds: 30, leavesNothing: true };
  defineMailJob<AccountMailJob>(platform, ACCOUNT_MAIL, options, (job) => work.sendMail(job));
  const soon = { ...options, isDurable: false };
  defineMailJob<CodeMailJob>(platform, CODE_MAIL, soon, (job) => work.sendMail(job));
  jobs.define<ResetLookJob>(RESET_LOOK, { concurrency: 2 }, (job) => work.mailResets(job));
  jobs.define('account.sweep', {}, () => work.sweep());
  jobs.every('account.sweep', '41 3 * * *');
}
