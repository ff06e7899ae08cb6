import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/database.ts';
import type { CertificatesContext } from '../certificates/certificates.service.ts';
import type { OrdersContext } from '../orders/orders.service.ts';
import type { ResultsContext } from '../results/results.service.ts';

export { comparePaper } from './use-cases/compare-paper.ts';
export { forgetComparisons } from './use-cases/forget-comparisons.ts';
export { verifyTest } from './use-cases/verify-test.ts';

/** A test that was looked up unusually often. */
export type UnusualLookups = { requestId: string; ownerId: string; day: string; today: number };

/** A certificate with many compared values in a month. */
export type ManyCompared = { requestId: string; ownerId: string; month: string };

export type VerificationContext = {
  platform: Platform;
  certificates: CertificatesContext;
  orders: OrdersContext;
  results: ResultsContext;
  /** What other modules do when a test was looked up very often. At most once a week for each test. */
  afterManyLookups: (tx: Tx, lookups: UnusualLookups) => Promise<void>;
  afterManyComparisons: (tx: Tx, compared: ManyCompared) => Promise<void>;
};

/** Verification by number and key, and comparison of papers. */
export function createVerificationContext(
  platform: Platform,
  deps: Omit<VerificationContext, 'platform'>,
): VerificationContext {
  return { platform, ...deps };
}
