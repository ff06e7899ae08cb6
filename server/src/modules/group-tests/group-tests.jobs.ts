import type { Platform } from '../../platform/platform.ts';
import type { Groups } from './group-tests.service.ts';
import { CATCH_UP } from './group-tests.transitions.ts';

/** Deadlines of groups, each by a job of its own, and all of them once a minute; a server that was away catches up at its first. */
export function defineGroupJobs({ jobs }: Platform, groups: Groups): void {
  jobs.define('group-tests.keep-time', { retryLimit: 1 }, () => groups.keepTime());
  jobs.every('group-tests.keep-time', '* * * * *');
  jobs.define<{ groupId: string }>(CATCH_UP, { expireInSeconds: 60 }, ({ groupId }) =>
    groups.catchUp(groupId),
  );
}
