import { secondsAfter } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  DAY_SECONDS,
  KNOWN_DEVICE_SECONDS,
  SECURITY_LOG_SECONDS,
  UNVERIFIED_SECONDS,
} from './accounts.rules.ts';
import { deleteUnverifiedBefore } from './accounts.store.ts';
import { deleteCodesBefore } from './codes.store.ts';
import { deleteDevicesBefore } from './devices.store.ts';
import { deleteEmailChangesBefore } from './email-change.store.ts';
import { deleteProviderSignInsBefore } from './providers.store.ts';
import { deleteChallengesBefore } from './second-factor.store.ts';
import { deleteEventsBefore } from './security-log.store.ts';
import { deleteSessionsEndedBefore } from './sessions.store.ts';

/**
 * Forgets what has ended: codes and half-done sign-ins after a day, accounts that nobody proved after a week, sessions
 * after a month, the security log after half a year, browsers after 400 days.
 */
export function createSweep({ bulkDb: db, clock }: Platform) {
  return async (): Promise<void> => {
    const before = (seconds: number) => secondsAfter(clock.now(), -seconds);
    const dayAgo = before(DAY_SECONDS);
    await deleteCodesBefore(db.orm, dayAgo);
    await deleteChallengesBefore(db.orm, dayAgo);
    await deleteProviderSignInsBefore(db.orm, dayAgo);
    await deleteEmailChangesBefore(db.orm, dayAgo);
    await deleteUnverifiedBefore(db.orm, before(UNVERIFIED_SECONDS));
    await deleteSessionsEndedBefore(db.orm, before(30 * DAY_SECONDS));
    await deleteEventsBefore(db.orm, before(SECURITY_LOG_SECONDS));
    await deleteDevicesBefore(db.orm, before(KNOWN_DEVICE_SECONDS));
  };
}
