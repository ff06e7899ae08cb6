import type { Platform } from '../../platform/platform.ts';
import { ACCOUNT_MAIL, type Accounts, type MailJob } from './accounts.service.ts';

/** The mails of accounts, and forgetting what has ended. */
export function defineAccountJobs({ jobs }: Platform, { work }: Accounts): void {
  jobs.define<MailJob>(ACCOUNT_MAIL, { concurrency: 2, expireInSeconds: 30 }, (job) => work.sendMail(job));
  jobs.define('account.sweep', {}, () => work.sweep());
  jobs.every('account.sweep', '41 3 * * *');
}
