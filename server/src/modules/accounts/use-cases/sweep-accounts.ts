import { z } from 'zod';
import { secondsAfter } from '../../../platform/clock.ts';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { deleteUnverifiedBefore } from '../accounts.store.ts';
import { deleteCodesBefore } from '../codes.store.ts';
import { deleteDevicesBefore } from '../devices.store.ts';
import { deleteEmailChangesBefore } from '../email-change.store.ts';
import { deletePasskeyChallengesBefore } from '../passkeys.store.ts';
import { deleteProviderSignInsBefore } from '../providers.store.ts';
import { deleteAsksBefore } from '../reset-asks.store.ts';
import { ASK_SECONDS } from '../rules/reset-mails.ts';
import {
  ENDED_CODE_SECONDS,
  ENDED_SESSION_SECONDS,
  KNOWN_DEVICE_SECONDS,
  SECURITY_LOG_SECONDS,
  UNVERIFIED_SECONDS,
} from '../rules/retention.ts';
import { deleteChallengesBefore } from '../second-factor.store.ts';
import { deleteEventsBefore } from '../security-log.store.ts';
import { deleteSessionsEndedBefore } from '../sessions.store.ts';

export const sweepAccountsJob = defineJob('account.sweep', z.object({}), { every: '41 3 * * *' });

/**
 * Deletes old rows: expired challenges for passkeys, codes after a day, unverified accounts after a week, sessions
 * after a month, security events after half a year, browsers after 400 days.
 */
export async function sweepAccounts({ platform }: AccountsContext): Promise<void> {
  const { orm } = platform.bulkDb;
  const before = (seconds: number) => secondsAfter(platform.clock.now(), -seconds);
  const dayAgo = before(ENDED_CODE_SECONDS);
  await deleteCodesBefore(orm, dayAgo);
  await deleteAsksBefore(orm, before(ASK_SECONDS), platform.clock.now());
  await deleteChallengesBefore(orm, dayAgo);
  await deletePasskeyChallengesBefore(orm, platform.clock.now());
  await deleteProviderSignInsBefore(orm, dayAgo);
  await deleteEmailChangesBefore(orm, dayAgo);
  await deleteUnverifiedBefore(orm, before(UNVERIFIED_SECONDS));
  await deleteSessionsEndedBefore(orm, before(ENDED_SESSION_SECONDS));
  await deleteEventsBefore(orm, before(SECURITY_LOG_SECONDS));
  await deleteDevicesBefore(orm, before(KNOWN_DEVICE_SECONDS));
}
