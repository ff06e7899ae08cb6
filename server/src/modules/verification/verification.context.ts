import type { Tx } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Certificates } from '../certificates/certificates.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Results } from '../results/results.service.ts';

/** A test is looked up far more often than it used to be. */
export type UnusualLookups = { requestId: string; ownerId: string; day: string; today: number };

/** In a month ('YYYY-MM') a tenth different value was compared with a line of a certificate. */
export type ManyCompared = { requestId: string; ownerId: string; month: string };

export type VerificationContext = {
  platform: Platform;
  certificates: Certificates;
  orders: Orders;
  results: Results;
  /** What follows, at most once a week of one test. */
  afterManyLookups: (tx: Tx, lookups: UnusualLookups) => Promise<void>;
  afterManyComparisons: (tx: Tx, compared: ManyCompared) => Promise<void>;
};
