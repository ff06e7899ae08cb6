import { dayOf } from '@vialproof/science/calendar/dates';
import type { VerificationContext } from '../verification.service.ts';
import { dropCompared } from '../verification.store.ts';

/** Deletes comparisons of past months. */
export async function forgetComparisons({ platform }: VerificationContext): Promise<void> {
  await dropCompared(platform.bulkDb.pool, `${dayOf(platform.clock.now()).slice(0, 7)}-01`);
}
